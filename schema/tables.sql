CREATE TABLE source (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	location VARCHAR NOT NULL, 
	sha256 VARCHAR, 
	fetched_at VARCHAR, 
	parser VARCHAR, 
	records INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	error VARCHAR, 
	raw VARCHAR, 
	PRIMARY KEY (id)
);

CREATE TABLE release (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	code INTEGER, 
	sort_order INTEGER NOT NULL, 
	PRIMARY KEY (id)
);

CREATE TABLE card (
	id VARCHAR NOT NULL, 
	release_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR, 
	name_folded VARCHAR, 
	element TEXT, 
	rarity TEXT, 
	cost INTEGER, 
	cost_text VARCHAR, 
	elite BOOLEAN, 
	unique_card BOOLEAN, 
	horde BOOLEAN, 
	banned BOOLEAN, 
	card_type TEXT, 
	subtype TEXT, 
	life INTEGER, 
	move INTEGER, 
	strike_weak INTEGER, 
	strike_medium INTEGER, 
	strike_strong INTEGER, 
	text VARCHAR, 
	text_source VARCHAR, 
	flavor VARCHAR, 
	printings INTEGER NOT NULL, 
	understood FLOAT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(release_id) REFERENCES release (id)
);

CREATE TABLE card_class (
	place INTEGER, 
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	class VARCHAR NOT NULL, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE card_icon (
	place INTEGER, 
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	icon VARCHAR, 
	value INTEGER, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE card_artist (
	place INTEGER, 
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	artist VARCHAR NOT NULL, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE printing (
	name_folded VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	card_id VARCHAR NOT NULL, 
	PRIMARY KEY (name_folded, ordinal), 
	UNIQUE (card_id), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE term (
	id VARCHAR NOT NULL, 
	headword VARCHAR NOT NULL, 
	tier TEXT NOT NULL, 
	kind VARCHAR, 
	definition VARCHAR, 
	rules_version VARCHAR, 
	icon VARCHAR, 
	status TEXT NOT NULL, 
	source_id INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE term_definition (
	term_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	definition VARCHAR NOT NULL, 
	rules_version VARCHAR, 
	source_id INTEGER, 
	PRIMARY KEY (term_id, ordinal), 
	FOREIGN KEY(term_id) REFERENCES term (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE term_form (
	term_id VARCHAR NOT NULL, 
	form VARCHAR NOT NULL, 
	origin VARCHAR NOT NULL, 
	PRIMARY KEY (term_id, form), 
	FOREIGN KEY(term_id) REFERENCES term (id)
);

CREATE TABLE term_link (
	start INTEGER, 
	"end" INTEGER, 
	quote VARCHAR, 
	from_term_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	to_term_id VARCHAR NOT NULL, 
	PRIMARY KEY (from_term_id, ordinal), 
	FOREIGN KEY(from_term_id) REFERENCES term (id), 
	FOREIGN KEY(to_term_id) REFERENCES term (id)
);

CREATE TABLE card_term (
	place INTEGER, 
	start INTEGER, 
	"end" INTEGER, 
	quote VARCHAR, 
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	term_id VARCHAR NOT NULL, 
	depth TEXT NOT NULL, 
	origin TEXT NOT NULL, 
	reason VARCHAR NOT NULL, 
	listed BOOLEAN, 
	rules_version VARCHAR, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id), 
	FOREIGN KEY(term_id) REFERENCES term (id)
);

CREATE TABLE ability (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	"end" INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	data VARCHAR NOT NULL, 
	prefix VARCHAR, 
	sudden BOOLEAN NOT NULL, 
	"trigger" VARCHAR, 
	condition VARCHAR, 
	duration VARCHAR, 
	limit_count INTEGER, 
	limit_per TEXT, 
	understood FLOAT NOT NULL, 
	place INTEGER, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE ability_cost (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	place INTEGER, 
	icon VARCHAR NOT NULL, 
	count INTEGER, 
	variable BOOLEAN NOT NULL, 
	PRIMARY KEY (card_id, ordinal, position), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE ability_keyword (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	place INTEGER, 
	term VARCHAR NOT NULL, 
	value VARCHAR, 
	amount INTEGER, 
	variable BOOLEAN NOT NULL, 
	PRIMARY KEY (card_id, ordinal, position), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE ability_action (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	place INTEGER, 
	kind TEXT NOT NULL, 
	name VARCHAR, 
	value VARCHAR, 
	amount INTEGER, 
	variable BOOLEAN NOT NULL, 
	range VARCHAR, 
	reach INTEGER, 
	far BOOLEAN NOT NULL, 
	PRIMARY KEY (card_id, ordinal, position), 
	FOREIGN KEY(card_id) REFERENCES card (id)
);

CREATE TABLE faq (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	question VARCHAR NOT NULL, 
	answer VARCHAR NOT NULL, 
	approved BOOLEAN, 
	source_id INTEGER NOT NULL, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE rule_document (
	id VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	rules_version VARCHAR, 
	source_id INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE rule_article (
	id VARCHAR NOT NULL, 
	document_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	number VARCHAR, 
	title VARCHAR, 
	text VARCHAR NOT NULL, 
	rules_version VARCHAR, 
	PRIMARY KEY (id), 
	FOREIGN KEY(document_id) REFERENCES rule_document (id)
);

CREATE TABLE rule_link (
	start INTEGER, 
	"end" INTEGER, 
	quote VARCHAR, 
	from_article VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	to_article VARCHAR, 
	to_term VARCHAR, 
	PRIMARY KEY (from_article, ordinal), 
	FOREIGN KEY(from_article) REFERENCES rule_article (id), 
	FOREIGN KEY(to_article) REFERENCES rule_article (id), 
	FOREIGN KEY(to_term) REFERENCES term (id)
);

CREATE TABLE rule_table (
	article_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	"row" INTEGER NOT NULL, 
	"column" INTEGER NOT NULL, 
	header BOOLEAN NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (article_id, ordinal, "row", "column"), 
	FOREIGN KEY(article_id) REFERENCES rule_article (id)
);

CREATE TABLE finding (
	place INTEGER, 
	start INTEGER, 
	"end" INTEGER, 
	quote VARCHAR, 
	id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	kind TEXT NOT NULL, 
	severity TEXT NOT NULL, 
	card_id VARCHAR, 
	term_id VARCHAR, 
	source_id INTEGER, 
	line INTEGER, 
	field VARCHAR NOT NULL, 
	message VARCHAR NOT NULL, 
	fix VARCHAR, 
	confidence FLOAT, 
	candidates VARCHAR, 
	PRIMARY KEY (id), 
	FOREIGN KEY(card_id) REFERENCES card (id), 
	FOREIGN KEY(term_id) REFERENCES term (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE finding_trend (
	build INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	sources VARCHAR NOT NULL, 
	alarms INTEGER NOT NULL, 
	notes INTEGER NOT NULL, 
	PRIMARY KEY (build, code)
);

CREATE TABLE card_source (
	card_id VARCHAR NOT NULL, 
	ordinal INTEGER NOT NULL, 
	field VARCHAR NOT NULL, 
	source_id INTEGER NOT NULL, 
	line INTEGER, 
	value VARCHAR NOT NULL, 
	taken BOOLEAN, 
	note VARCHAR, 
	PRIMARY KEY (card_id, ordinal), 
	FOREIGN KEY(card_id) REFERENCES card (id), 
	FOREIGN KEY(source_id) REFERENCES source (id)
);

CREATE TABLE change (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	release_id_text VARCHAR, 
	card_id_text VARCHAR, 
	term_id_text VARCHAR, 
	field VARCHAR, 
	old VARCHAR, 
	new VARCHAR, 
	PRIMARY KEY (id)
);

CREATE TABLE build (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE INDEX ix_ability_action_amount_place ON ability_action (amount, place);

CREATE INDEX ix_ability_action_far_place ON ability_action (far, place);

CREATE INDEX ix_ability_action_kind_place ON ability_action (kind, place, amount, reach);

CREATE INDEX ix_ability_action_reach_place ON ability_action (reach, place);

CREATE INDEX ix_ability_action_value_place ON ability_action (value, place);

CREATE INDEX ix_ability_action_variable_place ON ability_action (variable, place);

CREATE INDEX ix_ability_condition_place ON ability (condition, place);

CREATE INDEX ix_ability_cost_icon_place ON ability_cost (icon, place, count);

CREATE INDEX ix_ability_duration_place ON ability (duration, place);

CREATE INDEX ix_ability_keyword_term_place ON ability_keyword (term, place, amount, variable);

CREATE INDEX ix_ability_kind_place ON ability (kind, place);

CREATE INDEX ix_ability_limit_count_place ON ability (limit_count, place);

CREATE INDEX ix_ability_limit_per_place ON ability (limit_per, place);

CREATE INDEX ix_ability_place ON ability (place);

CREATE INDEX ix_ability_prefix_place ON ability (prefix, place);

CREATE INDEX ix_ability_sudden_place ON ability (sudden, place);

CREATE INDEX ix_ability_trigger_place ON ability ("trigger", place);

CREATE INDEX ix_card_artist_artist_place ON card_artist (artist, place);

CREATE INDEX ix_card_banned ON card (banned);

CREATE INDEX ix_card_card_type ON card (card_type);

CREATE INDEX ix_card_class_class_place ON card_class (class, place);

CREATE INDEX ix_card_cost ON card (cost);

CREATE INDEX ix_card_cost_text ON card (cost_text);

CREATE INDEX ix_card_element ON card (element);

CREATE INDEX ix_card_elite ON card (elite);

CREATE INDEX ix_card_facts ON card (cost, life, move, strike_weak, strike_medium, strike_strong, element, card_type, subtype, rarity, elite, unique_card, horde, banned, release_id, number, printings, understood, cost_text);

CREATE INDEX ix_card_horde ON card (horde);

CREATE INDEX ix_card_icon_icon_place ON card_icon (icon, place, value);

CREATE INDEX ix_card_life ON card (life);

CREATE INDEX ix_card_move ON card (move);

CREATE INDEX ix_card_name_folded ON card (name_folded);

CREATE INDEX ix_card_number ON card (number);

CREATE INDEX ix_card_printings ON card (printings);

CREATE INDEX ix_card_rarity ON card (rarity);

CREATE INDEX ix_card_release_id ON card (release_id);

CREATE INDEX ix_card_strike_medium ON card (strike_medium);

CREATE INDEX ix_card_strike_strong ON card (strike_strong);

CREATE INDEX ix_card_strike_weak ON card (strike_weak);

CREATE INDEX ix_card_subtype ON card (subtype);

CREATE INDEX ix_card_term_term_id_depth_place ON card_term (term_id, depth, place);

CREATE INDEX ix_card_understood ON card (understood);

CREATE INDEX ix_card_unique_card ON card (unique_card);

CREATE INDEX ix_finding_card_id ON finding (card_id);

CREATE INDEX ix_finding_code_place ON finding (code, place);

CREATE INDEX ix_finding_kind_place ON finding (kind, place);

CREATE INDEX ix_finding_severity_place ON finding (severity, place);

CREATE INDEX ix_rule_article_document_id ON rule_article (document_id);

CREATE INDEX ix_rule_article_number ON rule_article (number);

CREATE INDEX ix_rule_link_to_term ON rule_link (to_term);

CREATE INDEX ix_term_link_to_term_id ON term_link (to_term_id)
