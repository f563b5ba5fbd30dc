-- The tables of both engines; 0001-baseline.ts adapts the types to PostgreSQL. `is_*` columns are 0 or 1, `*_at` is a UTC time
-- as ISO 8601 text, `*_json` is JSON text, `*_paise` is an integer number of paise, `*_bp` of basis points (1800 is 18 %).
-- A table comes after those that its foreign keys reference.

create table account (
  id text primary key,
  email text not null unique,
  username text not null,
  role text not null,
  -- '' until an invited user has set a password; no password matches it.
  password_hash text not null,
  created_at text not null,
  -- base32; null without a second factor.
  totp_secret text,
  -- The time step of the last accepted code; a code is accepted once.
  totp_last_step integer not null default 0,
  -- Hashes of the unused recovery codes.
  recovery_code_hashes_json text not null default '[]',
  -- Whether the account has hidden the steps of getting started: 0 or 1.
  is_checklist_dismissed integer not null default 0,
  -- The steps of getting started that the account has confirmed, separated by commas.
  confirmed_steps text not null default ''
);

-- A single-use link to set a password, for an invitation or a reset.
create table account_token (
  secret_hash text primary key,
  account_id text not null references account (id) on delete cascade,
  purpose text not null,
  created_at text not null,
  expires_at text not null
);

create table session (
  -- Identifies the session in responses, where it is called `token`; not secret.
  id text primary key,
  secret_hash text not null unique,
  account_id text not null references account (id) on delete cascade,
  created_at text not null,
  seen_at text not null,
  expires_at text not null,
  -- The User-Agent header, truncated.
  user_agent text not null default ''
);

create table api_key (
  id text primary key,
  name text not null,
  secret_hash text not null unique,
  scopes_json text not null,
  created_at text not null,
  used_at text,
  account_id text not null references account (id) on delete cascade,
  -- The last day of the key in India, such as 2026-12-31.
  valid_until text
);

create table sign_in_attempt (
  id integer primary key autoincrement,
  -- The hash of the account, the network, or both.
  subject text not null,
  attempted_at text not null
);

create index sign_in_attempt_by_subject on sign_in_attempt (subject, attempted_at);

create table site_content (
  id integer primary key,
  content_json text not null,
  updated_at text not null,
  revision integer not null default 1
);

-- The site content after each of the last saves.
create table site_content_revision (
  revision integer primary key,
  at text not null,
  account_id text,
  by_name text not null,
  content_json text not null
);

-- Unsaved site content, for its preview.
create table site_content_draft (
  account_id text primary key references account (id) on delete cascade,
  content_json text not null,
  updated_at text not null
);

create table media (
  -- The first 32 hexadecimal digits of the SHA-256 of the uploaded file.
  id text primary key,
  width integer not null,
  height integer not null,
  thumbhash text not null,
  widths_json text not null,
  created_at text not null,
  -- The time at which the AVIF files were complete; null before.
  avif_at text
);

create table item (
  -- Internal integer key; never part of a response.
  row_id integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  slug text not null unique,
  name text not null,
  name_sort text not null,
  description text not null,
  category text not null,
  brand text,
  price_paise bigint,
  original_price_paise bigint,
  features_json text not null,
  specifications_json text not null,
  code text,
  -- The folded code, unique.
  code_key text unique,
  hsn text,
  gst_rate_bp integer,
  unit text,
  minimum_quantity integer,
  lead_time_days integer,
  availability text,
  warranty_months integer,
  -- Media ids and URLs of other sites, in order.
  images_json text not null,
  -- An object of captions by media id or URL.
  captions_json text not null default '{}',
  is_featured integer not null,
  is_demo integer not null,
  search_text text not null,
  -- '|code|code|': part numbers and the name, reduced to letters and digits, for searches without separators.
  search_codes text not null,
  -- The code, or else the first part, model or order number of the specifications; '' if there is none.
  part_number text not null default '',
  revision integer not null,
  created_at text not null,
  updated_at text not null,
  state text not null,
  -- The time since which it is a draft or archived; null while it is published.
  unpublished_at text
);

create index item_by_featured on item (kind, is_featured desc, name_sort, id) where unpublished_at is null;
create index item_by_category on item (category, name_sort, id) where unpublished_at is null;
create index item_of_staff_by_change on item (updated_at, id);
create index item_without_picture
  on item (kind, images_json, unpublished_at, name_sort, id)
  where unpublished_at is null and images_json = '[]';
create index item_without_price
  on item (kind, price_paise, unpublished_at, name_sort, id)
  where unpublished_at is null and price_paise is null;
create index item_without_specifications
  on item (kind, specifications_json, unpublished_at, name_sort, id)
  where unpublished_at is null and specifications_json not like '%],["%';
create index item_unpublished on item (unpublished_at) where unpublished_at is not null;
create index item_for_admin
  on item (name_sort, id, kind, state, category, is_featured, price_paise, part_number, updated_at);
create index item_by_loose_code
  on item (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(code_key, ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''), ',', ''), '(', ''), ')', ''), '&', ''), '+', ''), '#', ''), ':', ''), '"', ''), '''', ''), '*', ''));
create index item_by_loose_name
  on item (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_sort, ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''), ',', ''), '(', ''), ')', ''), '&', ''), '+', ''), '#', ''), ':', ''), '"', ''), '''', ''), '*', ''));

-- Former slugs of items, which redirect.
create table item_slug (
  slug text primary key,
  item_id text not null references item (id) on delete cascade
);

-- A document of an item; its file is in the storage of documents under `blob_id`.
create table item_document (
  id text primary key,
  item_id text not null references item (id) on delete cascade,
  position integer not null,
  title text not null,
  type text not null,
  -- Null for a document without text.
  language text,
  format text not null,
  file_name text not null,
  -- The first 32 hexadecimal digits of the SHA-256 of the file.
  blob_id text not null,
  bytes integer not null,
  created_at text not null,
  -- Null until the first file is replaced.
  replaced_at text,
  -- Null unless it was deleted; a deletion can be undone for a day.
  deleted_at text
);

create index item_document_by_item on item_document (item_id, position);
create index item_document_by_blob on item_document (blob_id);

-- One filterable value of an item's specifications; derived from them whenever they are saved.
create table item_specification (
  item_row_id integer not null references item (row_id) on delete cascade,
  kind text not null,
  -- The label as a slug, with the base unit of numbers: 'bar-capacity.mm', also for values in inches
  -- (catalogue/search/quantities/specification-keys.ts).
  key text not null,
  label text not null,
  -- The base unit; '' for texts and plain numbers.
  unit text not null,
  -- In the base unit; null for texts.
  max_value double precision,
  -- Of a range; null: the same as `max_value`.
  min_value double precision,
  value_slug text not null,
  text_value text not null,
  constraint item_specification_key primary key (item_row_id, key, value_slug)
);

create index item_specification_by_number on item_specification (kind, key, max_value, item_row_id);
create index item_specification_by_value on item_specification (kind, key, value_slug, item_row_id);
create index item_specification_by_range
  on item_specification (kind, key, max_value, min_value, item_row_id)
  where min_value is not null;

-- How an item is related to another: a spare part fits a machine, an item is replaced by another.
create table item_relation (
  id text primary key,
  from_row_id integer not null references item (row_id) on delete cascade,
  to_row_id integer not null references item (row_id) on delete cascade,
  type text not null,
  assembly text not null,
  -- The number in the drawing of the assembly.
  position text not null,
  -- Orders the parts of a machine by assembly and position (catalogue/relations/sort-key.ts).
  sort_key text not null,
  quantity integer,
  revision integer not null
);

create unique index item_relation_from on item_relation (from_row_id, type, to_row_id, assembly, position);
create index item_relation_to on item_relation (to_row_id, type, sort_key, from_row_id);

-- A picture of an assembly of a machine with numbered points.
create table assembly_drawing (
  id text primary key,
  item_row_id integer not null references item (row_id) on delete cascade,
  assembly text not null,
  -- A media id.
  picture text not null,
  hotspots_json text not null,
  revision integer not null,
  updated_at text not null
);

create unique index assembly_drawing_by_item on assembly_drawing (item_row_id, assembly);

-- The content of an item as of one revision.
create table item_revision (
  item_id text not null references item (id) on delete cascade,
  revision integer not null,
  at text not null,
  account_id text,
  by_name text not null,
  draft_json text not null,
  constraint item_revision_key primary key (item_id, revision)
);

-- An import of items from a workbook or CSV file (contracts/item-import.ts).
create table item_import (
  id text primary key,
  state text not null,
  created_at text not null,
  account_id text,
  by_name text not null,
  file_name text not null,
  bytes integer not null,
  -- 1 while the file is in the storage of imports.
  has_file integer not null,
  sheets_json text not null,
  columns_json text not null,
  -- What the user said about sheets and columns.
  choices_json text not null,
  options_json text not null,
  -- Who applies or undoes it, or has done so last; '' before.
  actor_account_id text,
  actor_name text not null default '',
  -- Progress of the process that reads, applies or undoes.
  rows_done integer not null,
  rows_total integer not null,
  error text not null
);

create index item_import_by_time on item_import (created_at, id);

-- One row of an imported file.
create table item_import_row (
  import_id text not null references item_import (id) on delete cascade,
  position integer not null,
  sheet text not null,
  -- As the spreadsheet shows it.
  row_number integer not null,
  state text not null,
  -- '', 'applied', 'undone', or 'changed-again': not completely undone, because the item was changed after the import
  -- or is used.
  result text not null,
  kind text not null,
  item_id text,
  -- The revision with which the row was compared or, after it was applied, which it created.
  item_revision integer,
  name text not null,
  -- What the row sets; see catalogue/imports/row-values.ts.
  values_json text not null,
  changes_json text not null,
  problems_json text not null,
  constraint item_import_row_key primary key (import_id, position)
);

create index item_import_row_by_state on item_import_row (import_id, state, position, result);

-- What the columns under these titles were the last time, for files with the same titles.
create table item_import_mapping (
  -- A hash of the titles.
  header text primary key,
  kind text,
  targets_json text not null,
  updated_at text not null
);

-- The specifications of a category as staff have edited them; other categories have learned ones (catalogue/templates).
create table specification_template (
  kind text not null,
  category text not null,
  revision integer not null,
  -- Names and units in order.
  rows_json text not null,
  updated_at text not null,
  constraint specification_template_key primary key (kind, category)
);

-- A finding about the quality of data that staff do not want to see any more (catalogue/quality).
create table quality_dismissal (
  -- Identifies what is wrong, see catalogue/quality/scan.ts.
  key text primary key,
  type text not null,
  kind text not null,
  -- As it was when it was dismissed.
  title text not null,
  reason text not null,
  at text not null,
  account_id text,
  by_name text not null
);

-- The folded words of all names and descriptions by their n-grams (catalogue/search/query-parsing.ts), to correct
-- misspelt words.
create table search_word (
  ngram text not null,
  word text not null,
  constraint search_word_key primary key (ngram, word)
) without rowid;

-- Searches of visitors without results.
create table zero_result_search (
  term text primary key,
  count integer not null,
  last_at text not null
);

-- The version of the code that computed derived data.
create table derived_data_version (
  name text primary key,
  version integer not null
);

create table customer (
  id text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  -- The folded e-mail address and the digits of the telephone number, which identify the customer of an enquiry.
  email_key text not null,
  phone_key text not null,
  -- Staff entered this customer, or assigned an enquiry; 0: only a visitor wrote who this is.
  is_confirmed integer not null default 1,
  is_demo integer not null,
  created_at text not null
);

create index customer_by_phone on customer (phone_key);
create index customer_by_time on customer (created_at, id, email_key);
create index customer_by_email on customer (email_key, created_at);

create table enquiry (
  id text primary key,
  customer_id text not null references customer (id) on delete cascade,
  -- As written in this enquiry; the customer has the values of the first one.
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  service text not null,
  message text not null,
  status text not null,
  item_id text references item (id) on delete set null,
  request_key text unique,
  is_demo integer not null,
  created_at text not null,
  owner_id text references account (id) on delete set null,
  -- A day, '2026-11-21'.
  next_action_on text,
  revision integer not null default 1,
  -- The number that the customer is told, 'E-261123-7KQ4'.
  reference text not null unique,
  company text not null default '',
  gstin text not null default '',
  place text not null default ''
);

create index enquiry_by_time on enquiry (created_at, id);
create index enquiry_by_customer on enquiry (customer_id);
create index enquiry_by_status on enquiry (status, created_at, id);
create index enquiry_by_owner on enquiry (owner_id, created_at, id);
create index enquiry_figures on enquiry (created_at, service, status);
create index enquiry_by_item_and_time on enquiry (item_id, created_at);
create index enquiry_by_subject on enquiry (item_id, service, created_at, id);
create index enquiry_by_follow_up on enquiry (next_action_on, status, created_at, id);
create index enquiry_by_email on enquiry (lower(trim(email)), created_at);

-- One item of an enquiry with the requested quantity.
create table enquiry_line (
  enquiry_id text not null references enquiry (id) on delete cascade,
  position integer not null,
  -- Null when the item was deleted.
  item_id text references item (id) on delete set null,
  -- The name of the item at the time of the enquiry.
  name text not null,
  quantity integer not null,
  note text not null,
  constraint enquiry_line_key primary key (enquiry_id, position)
);

create index enquiry_line_by_item on enquiry_line (item_id);

-- The folded texts of enquiries for the admin search, with a trigram index.
create table enquiry_search (
  row_id integer primary key autoincrement,
  enquiry_id text not null unique references enquiry (id) on delete cascade,
  -- Name, e-mail address, telephone number as written and its digits, company, GSTIN, place, reference.
  person text not null,
  -- With the names and notes of the lines.
  message text not null
);

create index enquiry_search_by_person on enquiry_search (substr(person, 1, 200), enquiry_id);

create table enquiry_note (
  id text primary key,
  enquiry_id text not null references enquiry (id) on delete cascade,
  at text not null,
  account_id text,
  by_name text not null,
  "text" text not null,
  -- The email of the outbox that the note is about.
  mail_id text
);

create index enquiry_note_by_enquiry on enquiry_note (enquiry_id, at);

create table quotation (
  id text primary key,
  -- 'QTN/2026-27/0042', from the first issue on.
  number text unique,
  request_key text unique,
  state text not null,
  revision integer not null,
  -- The number of the last issue; 0 before the first one.
  issue_count integer not null,
  enquiry_id text references enquiry (id) on delete set null,
  customer_id text references customer (id) on delete set null,
  -- An account.
  owner_id text,
  -- Company or name of the buyer, for lists.
  buyer_name text not null,
  body_json text not null,
  -- The amounts as calculated at the last save, `QuotationAmounts`; null while the draft is not complete.
  amounts_json text,
  -- In rupees, also for other currencies; null while the draft is not complete.
  total_paise bigint,
  -- The largest discount of a line together with that on the total.
  max_discount_bp integer not null,
  -- The discount up to which the draft is approved.
  approved_discount_bp integer,
  -- What a draft was before its revision began; null of one that was never sent.
  state_before_revision text,
  -- The last day on which the present issue can be accepted.
  valid_until text,
  first_issued_at text,
  issued_at text,
  -- When it was accepted, declined or withdrawn.
  decided_at text,
  -- When staff confirmed the order.
  confirmed_at text,
  reason text not null,
  acceptance_json text,
  -- Folded texts for the search of lists.
  search_text text not null,
  created_at text not null,
  updated_at text not null
);

create index quotation_by_enquiry_id on quotation (enquiry_id);
create index quotation_by_customer_id on quotation (customer_id);
create index quotation_by_owner_id on quotation (owner_id);
create index quotation_by_updated_at on quotation (updated_at);
create index quotation_by_state on quotation (state, valid_until);
create index quotation_by_first_issued_at on quotation (first_issued_at);
create index quotation_by_decided_at on quotation (state, decided_at);

-- The content of a quotation as of one issue, which never changes.
create table quotation_issue (
  quotation_id text not null references quotation (id) on delete cascade,
  issue_no integer not null,
  -- The revision of the draft that was issued: a repeated request issues nothing.
  from_revision integer not null,
  body_json text not null,
  amounts_json text not null,
  -- The company and the settings of quotations at that time.
  seller_json text not null,
  -- The data sheets and files of its items at that time (decision 0200); null of an issue without a confirmation.
  appendix_json text,
  valid_until text not null,
  issued_at text not null,
  account_id text,
  by_name text not null,
  constraint quotation_issue_key primary key (quotation_id, issue_no)
);

-- A stored PDF of an issue; its bytes are in the storage of documents under `file_id`.
create table quotation_document (
  quotation_id text not null references quotation (id) on delete cascade,
  issue_no integer not null,
  kind text not null,
  file_id text not null,
  bytes integer not null,
  sha256 text not null,
  created_at text not null,
  constraint quotation_document_key primary key (quotation_id, issue_no, kind)
);

create table quotation_event (
  id text primary key,
  quotation_id text not null references quotation (id) on delete cascade,
  kind text not null,
  at text not null,
  -- Null for the customer.
  account_id text,
  by_name text not null,
  issue_no integer not null,
  "text" text not null,
  -- The email of the outbox that tells the customer.
  mail_id text
);

create index quotation_event_by_quotation on quotation_event (quotation_id, kind, issue_no, at);
create index quotation_event_by_kind on quotation_event (kind, at);

-- The members of staff who have a quotation open.
create table quotation_editor (
  quotation_id text not null references quotation (id) on delete cascade,
  account_id text not null,
  -- Identifies the tab of the browser; '' for a program that states none.
  tab_id text not null,
  name text not null,
  seen_at text not null,
  constraint quotation_editor_key primary key (quotation_id, account_id, tab_id)
);

-- The last number of each financial year.
create table quotation_series (
  financial_year text primary key,
  last_number integer not null
);

create table quotation_settings (
  id integer primary key,
  settings_json text not null,
  revision integer not null,
  updated_at text not null
);

-- A link to the customer's page of a quotation or of an enquiry; one of the two ids is null.
create table private_link (
  secret_hash text primary key,
  quotation_id text references quotation (id) on delete cascade,
  enquiry_id text references enquiry (id) on delete cascade,
  -- A link to an enquiry that was sent to the email address in it.
  is_emailed integer not null default 0,
  created_at text not null,
  revoked_at text
);

create index private_link_by_quotation_id on private_link (quotation_id);
create index private_link_by_enquiry_id on private_link (enquiry_id);

-- A file of a visitor; its encrypted bytes are in the storage of attachments under the id.
create table attachment (
  -- 32 random hexadecimal digits.
  id text primary key,
  -- Null until the enquiry is sent.
  enquiry_id text references enquiry (id) on delete cascade,
  -- The quotation with whose acceptance it was sent, as purchase order.
  quotation_id text references quotation (id) on delete cascade,
  position integer not null default 0,
  name text not null,
  type text not null,
  bytes integer not null,
  -- The key of AES-256 in base64url.
  encryption_key text not null,
  created_at text not null
);

create index attachment_by_enquiry on attachment (enquiry_id, position);
create index attachment_by_quotation on attachment (quotation_id);

create table review (
  id text primary key,
  rating integer,
  "text" text not null,
  name text not null,
  position text not null,
  company text not null,
  status text not null,
  created_at text not null
);

create table outbox (
  id text primary key,
  to_address text not null,
  reply_to text,
  subject text not null,
  "text" text not null,
  created_at text not null,
  attempts integer not null,
  -- Null after it was sent or has finally failed.
  next_attempt_at text,
  sent_at text,
  last_error text,
  -- The enquiry or the quotation that it is about; both are null for an email about an account.
  enquiry_id text references enquiry (id) on delete cascade,
  quotation_id text references quotation (id) on delete cascade
);

create index outbox_pending on outbox (next_attempt_at);

create table audit_log (
  id text primary key,
  at text not null,
  account_id text,
  by_name text not null,
  action text not null,
  subject text not null,
  subject_id text not null,
  subject_name text not null,
  -- For people to read.
  detail text not null,
  detail_kind text not null default 'text'
);

create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_subject on audit_log (subject, subject_id, at);
create index audit_log_by_name on audit_log (by_name, at);
