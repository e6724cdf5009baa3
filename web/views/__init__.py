"""The pages, one module an area: values of the read queries go into templates, nothing else happens here."""
