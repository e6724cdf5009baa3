"""The headers of safety that every answer must have, for the tests of pages and of raw requests alike.

Written out: a header that the site loses must not vanish from what is expected.
"""

from __future__ import annotations

SAFETY = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
