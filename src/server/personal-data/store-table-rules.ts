import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { TableName, Tables } from '../database/tables.ts'
import {
  keepsEventText,
  redactAcceptance,
  redactAmounts,
  redactBody,
  redactReason,
} from './redact-quotation.ts'

/** What replaces the name of a person whose data were erased. */
export const ERASED_NAME = 'Erased'
/** The author of erasures after the time of the settings. */
export const RETENTION_NAME = 'Retention period'

/** Whose data are exported or erased: what they are found by, and what replaces them. */
export interface Person {
  /** '' if only quotations are known. */
  name: string
  customerIds: string[]
  enquiryIds: string[]
  quotationIds: string[]
  /** Those quotations that were never sent: they are deleted. */
  draftIds: string[]
  /** In lower case. */
  addresses: string[]
  /** Searches of visitors that contain the full name. */
  searchTerms: string[]
  /** How the audit log names quotations without the person, by id. */
  quotationNames: Map<string, string>
  /** Who acts without an account and is no visitor: API keys and the console. */
  programNames: string[]
  /** Replaces the person in a text that stays. */
  redact: (text: string) => string
}

/** Returns what replaces a value of a row when a person is erased `at` (UTC). */
type Erase<Row, Column extends keyof Row> = (row: Row, person: Person, at: string) => Row[Column]
type Erased<Row> = { [Column in keyof Row & string]?: Erase<Row, Column> }

export interface PersonalTable<Row> {
  /** Selects the rows of a person. */
  rows: (person: Person) => RawBuilder<SqlBool>
  /** Selects those that an erasure deletes; it changes the columns of the others. */
  deletes?: (person: Person) => RawBuilder<SqlBool>
  /** Columns that stay unless their row is deleted. */
  exported: string
  /** Further ones, which mean nothing to the person. */
  internal?: string
  /** Exported columns that an erasure changes. */
  erased?: Erased<Row>
  /** Further ones, which mean nothing to the person. */
  erasedInternal?: Erased<Row>
}

/** A table without personal data of customers, and why. `columns` lists all of them, so that a new one is considered. */
export interface OtherTable {
  without: string
  columns: string
}

/** The columns that refer to pictures by their media ids, which the sweep of unused pictures therefore keeps. */
export interface PictureRule<Column extends string = string> {
  columns: readonly Column[]
  /** Selects the rows that were written at or after this time (UTC), and may select others. */
  changedSince: (at: string) => RawBuilder<SqlBool>
}

type TableRule<Row> = (PersonalTable<Row> | OtherTable) & {
  /** Pages show its content: PostgreSQL notifies all instances of a change (migrations/0001-baseline/postgres.sql). */
  isPublic?: true
  pictures?: PictureRule<keyof Row & string>
}
type Rules = { readonly [Table in TableName]: TableRule<Selectable<Tables[Table]>> }

const among = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`
const either = (...conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`

const to =
  <Value>(value: Value) =>
  () =>
    value

const ofEnquiry = ({ enquiryIds }: Person) => among('enquiry_id', enquiryIds)
const ofQuotation = ({ quotationIds }: Person) => among('quotation_id', quotationIds)
const ofBoth = (person: Person) => either(ofEnquiry(person), ofQuotation(person))
const ofEmails = ({ addresses, ...person }: Person) =>
  either(
    ofBoth({ addresses, ...person }),
    addresses.length === 0
      ? sql`1 = 0`
      : sql`(enquiry_id is null and quotation_id is null
          and (lower(to_address) in (${sql.join(addresses)}) or lower(reply_to) in (${sql.join(addresses)})))`,
  )
const ofSearches = ({ searchTerms }: Person) => among('term', searchTerms)
const ofVisitorSearches = ({ searchTerms }: Person) =>
  sql<SqlBool>`(kind = 'search' and ${among('name', searchTerms)})`

/** Whoever acts without an account is a customer, unless it is a program. */
const eraseActor = (row: { account_id: string | null; by_name: string }, { programNames }: Person) =>
  row.account_id === null && !programNames.includes(row.by_name) ? ERASED_NAME : row.by_name

const CATALOGUE = 'Texts of the catalogue, by staff.'
const STAFF = 'About staff, not about customers.'
const SITE = 'Texts of the site, by staff.'

const since = (column: string) => (at: string) => sql<SqlBool>`${sql.ref(column)} >= ${at}`
/** A revision is written in the transaction that changes its item. */
const ofItemsSince = (at: string) => sql<SqlBool>`item_id in (select id from item where updated_at >= ${at})`

/**
 * What the program has to know of every table and column: what an export of personal data returns and what an erasure leaves,
 * which pictures are in use, and which tables are public. The compiler asks for new tables, and tests compare the list of
 * columns with the schema and its triggers.
 */
export const TABLE_RULES: Rules = {
  customer: {
    rows: ({ customerIds }) => among('id', customerIds),
    exported: 'id created_at',
    internal: 'is_confirmed is_demo',
    erased: {
      first_name: to(ERASED_NAME),
      last_name: to(''),
      email: to(''),
      phone: to(''),
    },
    erasedInternal: {
      email_key: to(''),
      phone_key: to(''),
    },
  },
  enquiry: {
    rows: ({ enquiryIds }) => among('id', enquiryIds),
    // Date, status and requested items stay for the statistics.
    exported: 'id service status created_at next_action_on reference notice',
    internal: 'customer_id item_id is_demo owner_id revision',
    erased: {
      first_name: to(ERASED_NAME),
      last_name: to(''),
      email: to(''),
      phone: to(''),
      message: to(''),
      company: to(''),
      gstin: to(''),
      place: to(''),
    },
    erasedInternal: {
      request_key: to(null),
    },
  },
  enquiry_line: {
    rows: ofEnquiry,
    exported: 'enquiry_id name quantity',
    internal: 'position item_id',
    erased: {
      note: to(''),
    },
  },
  enquiry_note: {
    rows: ofEnquiry,
    deletes: ofEnquiry,
    exported: 'enquiry_id at by_name text',
    internal: 'id account_id mail_id',
  },
  enquiry_search: {
    without: 'Derived from enquiries and their lines, and derived again after an erasure.',
    columns: 'row_id enquiry_id person message',
  },
  quotation: {
    pictures: { columns: ['body_json'], changedSince: since('updated_at') },
    rows: ({ quotationIds }) => among('id', quotationIds),
    deletes: ({ draftIds }) => among('id', draftIds),
    // What was sent has to be kept for the accounts (CGST Act, section 36): the company, but not the person.
    exported:
      'id number state issue_count enquiry_id valid_until first_issued_at issued_at decided_at confirmed_at created_at',
    internal: 'state_before_revision customer_id owner_id total_paise max_discount_bp approved_discount_bp',
    erased: {
      buyer_name: ({ body_json }, person) => redactBody(body_json, person, ERASED_NAME).buyerName,
      body_json: ({ body_json }, person) => redactBody(body_json, person, ERASED_NAME).json,
      amounts_json: ({ amounts_json }, person) => amounts_json && redactAmounts(amounts_json, person),
      reason: ({ reason }) => redactReason(reason),
      acceptance_json: ({ acceptance_json }, person) =>
        acceptance_json && redactAcceptance(acceptance_json, person, ERASED_NAME),
      updated_at: (_row, _person, at) => at,
    },
    erasedInternal: {
      request_key: to(null),
      revision: ({ revision }) => revision + 1,
      search_text: ({ body_json }, person) => redactBody(body_json, person, ERASED_NAME).searchText,
    },
  },
  quotation_issue: {
    // Data sheets of an issue have pictures too.
    pictures: { columns: ['body_json', 'appendix_json'], changedSince: since('issued_at') },
    rows: ofQuotation,
    exported: 'quotation_id issue_no valid_until issued_at by_name',
    internal: 'from_revision seller_json appendix_json account_id',
    erased: {
      body_json: ({ body_json }, person) => redactBody(body_json, person, ERASED_NAME).json,
      amounts_json: ({ amounts_json }, person) => redactAmounts(amounts_json, person),
    },
  },
  // The files are created again without the person when somebody asks for them.
  quotation_document: {
    rows: ofQuotation,
    deletes: ofQuotation,
    exported: 'quotation_id issue_no kind bytes created_at',
    internal: 'file_id sha256',
  },
  quotation_event: {
    rows: ofQuotation,
    exported: 'quotation_id kind at issue_no',
    internal: 'id account_id mail_id',
    erased: {
      by_name: eraseActor,
      text: (event, { redact }) => (keepsEventText(event) ? redact(event.text) : ''),
    },
  },
  quotation_editor: { without: STAFF, columns: 'quotation_id account_id tab_id name seen_at' },
  quotation_series: { without: 'Counters.', columns: 'financial_year last_number' },
  quotation_settings: { without: SITE, columns: 'id settings_json revision updated_at' },
  private_link: {
    rows: ofBoth,
    deletes: ofBoth,
    exported: 'quotation_id enquiry_id created_at revoked_at',
    internal: 'secret_hash is_emailed',
  },
  // Without the row, nobody has the key of the file, which is removed too. A purchase order has a name and a signature.
  attachment: {
    rows: ofBoth,
    deletes: ofBoth,
    exported: 'enquiry_id quotation_id name type bytes created_at',
    internal: 'id position encryption_key',
  },
  outbox: {
    rows: ofEmails,
    deletes: ofEmails,
    exported: 'to_address reply_to subject text created_at sent_at last_error enquiry_id quotation_id',
    internal: 'id attempts next_attempt_at',
  },
  audit_log: {
    rows: ({ name, customerIds, enquiryIds, quotationIds }) =>
      either(
        sql`(subject = 'customer' and ${among('subject_id', customerIds)})`,
        sql`(subject = 'enquiry' and ${among('subject_id', enquiryIds)})`,
        sql`(subject = 'quotation' and ${among('subject_id', quotationIds)})`,
        // Of a deleted draft only the name of its buyer is known; one without a buyer is nobody's.
        sql`(subject = 'quotation' and subject_name <> '' and subject_name = ${name} and not exists (select 1 from quotation where quotation.id = subject_id))`,
      ),
    exported: 'at action subject subject_id',
    internal: 'id account_id detail_kind',
    erased: {
      by_name: eraseActor,
      subject_name: ({ subject_id }, { quotationNames }) => quotationNames.get(subject_id) ?? ERASED_NAME,
      detail: ({ detail, detail_kind }, { redact }) => (detail_kind === 'text' ? '' : redact(detail)),
    },
  },
  zero_result_search: {
    rows: ofSearches,
    deletes: ofSearches,
    exported: 'term count last_at',
  },
  visitor_figure: {
    rows: ofVisitorSearches,
    deletes: ofVisitorSearches,
    exported: 'day kind name visits count enquiries',
  },
  // `visitor` is a code that nobody can derive from a person when the day is over.
  visitor_event: {
    rows: ofVisitorSearches,
    deletes: ofVisitorSearches,
    exported: 'day kind name count',
    internal: 'visitor',
  },
  visitor_salt: { without: 'Deleted when the day is over.', columns: 'day salt' },
  review: {
    isPublic: true,
    without:
      'Published by its author, of whom no address is known. Staff delete a review on request, and the audit log then has no name of it.',
    columns: 'id rating text name position company status notice created_at',
  },
  account: {
    without: STAFF,
    columns:
      'id email username role password_hash created_at totp_secret totp_last_step recovery_code_hashes_json is_checklist_dismissed confirmed_steps',
  },
  account_token: { without: STAFF, columns: 'secret_hash account_id purpose created_at expires_at' },
  session: { without: STAFF, columns: 'id secret_hash account_id created_at seen_at expires_at user_agent' },
  api_key: {
    without: STAFF,
    columns: 'id name secret_hash scopes_json created_at used_at account_id valid_until',
  },
  sign_in_attempt: { without: STAFF, columns: 'id subject attempted_at' },
  site_content: {
    without: SITE,
    columns: 'id content_json updated_at revision',
    isPublic: true,
    pictures: { columns: ['content_json'], changedSince: since('updated_at') },
  },
  site_content_revision: {
    without: SITE,
    columns: 'revision at account_id by_name content_json',
    pictures: { columns: ['content_json'], changedSince: since('at') },
  },
  publication: {
    without: SITE,
    columns:
      'id type slug title title_sort state tags item_ids placement purpose file_ids content_json search_text revision created_at updated_at published_at',
    isPublic: true,
    pictures: { columns: ['content_json'], changedSince: since('updated_at') },
  },
  publication_slug: { without: SITE, columns: 'slug publication_id', isPublic: true },
  publication_revision: {
    without: SITE,
    columns: 'publication_id revision at account_id by_name content_json',
    pictures: { columns: ['content_json'], changedSince: since('at') },
  },
  site_content_draft: {
    without: SITE,
    columns: 'account_id content_json updated_at',
    pictures: { columns: ['content_json'], changedSince: since('updated_at') },
  },
  site_file: { without: SITE, columns: 'id file_name bytes created_at' },
  translation: {
    without: SITE,
    isPublic: true,
    columns: 'language hash source translation is_label is_reviewed updated_at by_name',
  },
  media: {
    without: CATALOGUE,
    columns: 'id width height thumbhash widths_json created_at avif_at',
    isPublic: true,
  },
  item: {
    isPublic: true,
    pictures: { columns: ['images_json'], changedSince: since('updated_at') },
    without: CATALOGUE,
    columns:
      'row_id id kind slug name name_sort description category brand price_paise original_price_paise features_json specifications_json code code_key hsn gst_rate_bp unit minimum_quantity lead_time_days availability warranty_months images_json captions_json is_featured is_demo search_text search_codes part_number revision created_at updated_at state unpublished_at',
  },
  item_slug: { without: CATALOGUE, columns: 'slug item_id', isPublic: true },
  item_document: {
    isPublic: true,
    without: CATALOGUE,
    columns:
      'id item_id position title type language format file_name blob_id bytes created_at replaced_at deleted_at',
  },
  item_specification: {
    without: CATALOGUE,
    columns: 'item_row_id kind key label unit max_value min_value value_slug text_value',
  },
  item_relation: {
    isPublic: true,
    without: CATALOGUE,
    columns: 'id from_row_id to_row_id type assembly position sort_key quantity revision',
  },
  assembly_drawing: {
    isPublic: true,
    pictures: { columns: ['picture'], changedSince: since('updated_at') },
    without: CATALOGUE,
    columns: 'id item_row_id assembly picture hotspots_json revision updated_at',
  },
  item_revision: {
    without: CATALOGUE,
    columns: 'item_id revision at account_id by_name draft_json',
    pictures: { columns: ['draft_json'], changedSince: ofItemsSince },
  },
  item_import: {
    without: CATALOGUE,
    columns:
      'id state created_at account_id by_name actor_account_id actor_name file_name bytes has_file sheets_json columns_json choices_json options_json rows_done rows_total error',
  },
  item_import_row: {
    without: CATALOGUE,
    columns:
      'import_id position sheet row_number state result kind item_id item_revision name values_json changes_json problems_json',
  },
  item_import_mapping: { without: CATALOGUE, columns: 'header kind targets_json updated_at' },
  specification_template: { without: CATALOGUE, columns: 'kind category revision rows_json updated_at' },
  quality_dismissal: { without: CATALOGUE, columns: 'key type kind title reason at account_id by_name' },
  search_word: { without: CATALOGUE, columns: 'ngram word' },
  derived_data_version: { without: 'Versions of the program.', columns: 'name version' },
}
