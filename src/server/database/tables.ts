import type { Generated } from 'kysely'
import type { AttachmentSummary } from '#contracts/attachment.ts'
import type { AuditDetailKind } from '#contracts/audit-log.ts'
import type { Availability } from '#contracts/commercial-fields.ts'
import type { DocumentLanguage, DocumentType } from '#contracts/document-labels.ts'
import type { DOCUMENT_FORMATS } from '#contracts/document-limits.ts'
import type { EnquiryStatus } from '#contracts/enquiry-status.ts'
import type { ImportRowState, ImportState } from '#contracts/item-import-limits.ts'
import type { ItemState } from '#contracts/item-state.ts'
import type { Kind } from '#contracts/kind.ts'
import type { FindingType } from '#contracts/quality-types.ts'
import type {
  QuotationDocumentKind,
  QuotationEventKind,
  QuotationState,
} from '#contracts/quotation-states.ts'
import type { RelationType } from '#contracts/relation-groups.ts'

/*
 * `is_*` columns are 0 or 1, `*_at` is a UTC time as ISO 8601 text, `*_json` is JSON text, `*_paise` is an integer number of
 * paise, `*_bp` is an integer number of basis points (1800 is 18 %). The store that reads a row converts it to a contract type.
 */

/** The columns of every table. */
export interface Tables {
  item: {
    /** Internal integer key; never part of a response. */
    row_id: Generated<number>
    id: string
    kind: Kind
    slug: string
    name: string
    name_sort: string
    description: string
    category: string
    brand: string | null
    price_paise: number | null
    original_price_paise: number | null
    features_json: string
    specifications_json: string
    code: string | null
    /** The folded code, unique. */
    code_key: string | null
    hsn: string | null
    gst_rate_bp: number | null
    unit: string | null
    minimum_quantity: number | null
    lead_time_days: number | null
    availability: Availability | null
    warranty_months: number | null
    /** Media ids and URLs of other sites, in order. */
    images_json: string
    /** An object of captions by media id or URL. */
    captions_json: Generated<string>
    is_featured: number
    is_demo: number
    search_text: string
    /** '|code|code|': part numbers and the name, reduced to letters and digits, for searches without separators. */
    search_codes: string
    /** The code, or else the first part, model or order number of the specifications; '' if there is none. */
    part_number: Generated<string>
    revision: number
    created_at: string
    updated_at: string
    state: ItemState
    /** The time since which it is a draft or archived; null while it is published. */
    unpublished_at: string | null
    /** Orders the published items of a kind by name (search/sort-keys.ts); null only while an item is being written. */
    sort_key: Generated<number | null>
  }
  /** The content of an item as of one revision. */
  item_revision: {
    item_id: string
    revision: number
    at: string
    account_id: string | null
    by_name: string
    draft_json: string
  }
  /** One filterable value of an item's specifications; derived from them whenever they are saved. */
  item_specification: {
    item_row_id: number
    kind: Kind
    /** The label as a slug, with the base unit of numbers: 'bar-capacity.mm', also for values in inches (catalogue/search/specification-keys.ts). */
    key: string
    label: string
    /** The base unit; '' for texts and plain numbers. */
    unit: string
    /** In the base unit; null for texts. */
    max_value: number | null
    /** Of a range; null: the same as `max_value`. */
    min_value: number | null
    value_slug: string
    text_value: string
  }
  /** The folded words of all names and descriptions by their n-grams (catalogue/search/word-ngrams.ts), to correct misspelt words. */
  search_word: {
    ngram: string
    word: string
  }
  /** The version of the code that computed derived data. */
  derived_data_version: {
    name: string
    version: number
  }
  /** A document of an item; its file is in the storage of documents under `blob_id`. */
  item_document: {
    id: string
    item_id: string
    position: number
    title: string
    type: DocumentType
    /** Null for a document without text. */
    language: DocumentLanguage | null
    format: (typeof DOCUMENT_FORMATS)[number]
    file_name: string
    /** The first 32 hexadecimal digits of the SHA-256 of the file. */
    blob_id: string
    bytes: number
    created_at: string
    /** Null until the first file is replaced. */
    replaced_at: string | null
    /** Null unless it was deleted; a deletion can be undone for a day. */
    deleted_at: string | null
  }
  /** Former slugs of items, which redirect. */
  item_slug: {
    slug: string
    item_id: string
  }
  /** How an item is related to another: a spare part fits a machine, an item is replaced by another. */
  item_relation: {
    id: string
    from_row_id: number
    to_row_id: number
    type: RelationType
    assembly: string
    /** The number in the drawing of the assembly. */
    position: string
    /** Orders the parts of a machine by assembly and position (catalogue/relations/sort-key.ts). */
    sort_key: string
    quantity: number | null
    revision: number
  }
  /** A picture of an assembly of a machine with numbered points. */
  assembly_drawing: {
    id: string
    item_row_id: number
    assembly: string
    /** A media id. */
    picture: string
    hotspots_json: string
    revision: number
    updated_at: string
  }
  /** An import of items from a workbook or CSV file (contracts/item-import.ts). */
  item_import: {
    id: string
    state: ImportState
    created_at: string
    account_id: string | null
    by_name: string
    file_name: string
    bytes: number
    /** 1 while the file is in the storage of imports. */
    has_file: number
    sheets_json: string
    columns_json: string
    /** What the user said about sheets and columns. */
    choices_json: string
    options_json: string
    /** Who applies or undoes it, or has done so last; '' before. */
    actor_account_id: Generated<string | null>
    actor_name: Generated<string>
    /** Progress of the process that reads, applies or undoes. */
    rows_done: number
    rows_total: number
    error: string
  }
  /** One row of an imported file. */
  item_import_row: {
    import_id: string
    position: number
    sheet: string
    /** As the spreadsheet shows it. */
    row_number: number
    state: ImportRowState
    /** '', 'applied', 'undone', or 'changed-again': not completely undone, because the item was changed after the import or is used. */
    result: '' | 'applied' | 'undone' | 'changed-again'
    kind: Kind
    item_id: string | null
    /** The revision with which the row was compared or, after it was applied, which it created. */
    item_revision: number | null
    name: string
    /** What the row sets; see catalogue/imports/row-values.ts. */
    values_json: string
    changes_json: string
    problems_json: string
  }
  /** What the columns under these titles were the last time, for files with the same titles. */
  item_import_mapping: {
    /** A hash of the titles. */
    header: string
    kind: Kind | null
    targets_json: string
    updated_at: string
  }
  /** The specifications of a category as staff have edited them; other categories have learned ones (catalogue/templates). */
  specification_template: {
    kind: Kind
    category: string
    revision: number
    /** Names and units in order. */
    rows_json: string
    updated_at: string
  }
  /** A finding about the quality of data that staff do not want to see any more (catalogue/quality). */
  quality_dismissal: {
    /** Identifies what is wrong, see catalogue/quality/scan.ts. */
    key: string
    type: FindingType
    kind: Kind
    /** As it was when it was dismissed. */
    title: string
    reason: string
    at: string
    account_id: string | null
    by_name: string
  }
  media: {
    /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
    id: string
    width: number
    height: number
    thumbhash: string
    widths_json: string
    created_at: string
    /** The time at which the AVIF files were complete; null before. */
    avif_at: string | null
  }
  account: {
    id: string
    email: string
    username: string
    role: string
    /** '' until an invited user has set a password; no password matches it. */
    password_hash: string
    created_at: string
    /** base32; null without a second factor. */
    totp_secret: Generated<string | null>
    /** The time step of the last accepted code; a code is accepted once. */
    totp_last_step: Generated<number>
    /** Hashes of the unused recovery codes. */
    recovery_code_hashes_json: Generated<string>
    /** Whether the account has hidden the steps of getting started: 0 or 1. */
    is_checklist_dismissed: Generated<number>
    /** Before migration 0034 what `confirmed_steps` is now; previous versions read it. */
    is_backup_confirmed: Generated<number>
    /** The steps of getting started that the account has confirmed, separated by commas. */
    confirmed_steps: Generated<string>
  }
  /** A single-use link to set a password, for an invitation or a reset. */
  account_token: {
    secret_hash: string
    account_id: string
    purpose: string
    created_at: string
    expires_at: string
  }
  api_key: {
    id: string
    name: string
    secret_hash: string
    scopes_json: string
    /** The name of the account when it created the key; not read any more. */
    created_by: string
    created_at: string
    used_at: string | null
    /** Null in a row that a version before 0033 has written: such a key gives no access. */
    account_id: string | null
    /** The last day of the key in India, such as 2026-12-31. */
    valid_until: string | null
  }
  session: {
    /** Identifies the session in responses, where it is called `token`; not secret. */
    id: string
    secret_hash: string
    account_id: string
    created_at: string
    seen_at: string
    expires_at: string
    /** The User-Agent header, truncated. */
    user_agent: Generated<string>
  }
  sign_in_attempt: {
    id: Generated<number>
    /** The hash of the account, the network, or both. */
    subject: string
    attempted_at: string
  }
  customer: {
    id: string
    first_name: string
    last_name: string
    email: string
    phone: string
    /** The folded e-mail address and the digits of the telephone number, which identify the customer of an enquiry. */
    email_key: string
    phone_key: string
    /** Staff entered this customer, or assigned an enquiry; 0: only a visitor wrote who this is. */
    is_confirmed: Generated<number>
    is_demo: number
    created_at: string
  }
  enquiry: {
    id: string
    customer_id: string
    /** As written in this enquiry; the customer has the values of the first one. */
    first_name: string
    last_name: string
    email: string
    phone: string
    service: string
    message: string
    status: EnquiryStatus
    item_id: string | null
    request_key: string | null
    is_demo: number
    created_at: string
    owner_id: Generated<string | null>
    /** A day, '2026-11-21'. */
    next_action_on: Generated<string | null>
    revision: Generated<number>
    /** The number that the customer is told, 'E-261123-7KQ4'. */
    reference: string
    company: Generated<string>
    gstin: Generated<string>
    place: Generated<string>
  }
  /** One item of an enquiry with the requested quantity. */
  enquiry_line: {
    enquiry_id: string
    position: number
    /** Null when the item was deleted. */
    item_id: string | null
    /** The name of the item at the time of the enquiry. */
    name: string
    quantity: number
    note: string
  }
  quotation: {
    id: string
    /** 'QTN/2026-27/0042', from the first issue on. */
    number: string | null
    request_key: string | null
    state: QuotationState
    revision: number
    /** The number of the last issue; 0 before the first one. */
    issue_count: number
    enquiry_id: string | null
    customer_id: string | null
    /** An account. */
    owner_id: string | null
    /** Company or name of the buyer, for lists. */
    buyer_name: string
    body_json: string
    /** The amounts as calculated at the last save, `QuotationAmounts`; null while the draft is not complete. */
    amounts_json: string | null
    /** In rupees, also for other currencies; null while the draft is not complete. */
    total_paise: number | null
    /** The largest discount of a line together with that on the total. */
    max_discount_bp: number
    /** The discount up to which the draft is approved. */
    approved_discount_bp: number | null
    /** What a draft was before its revision began; null of one that was never sent. */
    state_before_revision: Generated<'sent' | 'declined' | 'withdrawn' | null>
    /** The last day on which the present issue can be accepted. */
    valid_until: string | null
    first_issued_at: string | null
    issued_at: string | null
    /** When it was accepted, declined or withdrawn. */
    decided_at: string | null
    /** When staff confirmed the order. */
    confirmed_at: string | null
    reason: string
    acceptance_json: string | null
    /** Folded texts for the search of lists. */
    search_text: string
    created_at: string
    updated_at: string
  }
  /** The content of a quotation as of one issue, which never changes. */
  quotation_issue: {
    quotation_id: string
    issue_no: number
    /** The revision of the draft that was issued: a repeated request issues nothing. */
    from_revision: number
    body_json: string
    amounts_json: string
    /** The company and the settings of quotations at that time. */
    seller_json: string
    /** The data sheets and files of its items at that time (decision 0200); null of issues before migration 0030. */
    appendix_json: Generated<string | null>
    valid_until: string
    issued_at: string
    account_id: string | null
    by_name: string
  }
  /** A stored PDF of an issue; its bytes are in the storage of documents under `file_id`. */
  quotation_document: {
    quotation_id: string
    issue_no: number
    kind: QuotationDocumentKind
    file_id: string
    bytes: number
    sha256: string
    created_at: string
  }
  quotation_event: {
    id: string
    quotation_id: string
    kind: QuotationEventKind
    at: string
    /** Null for the customer. */
    account_id: string | null
    by_name: string
    issue_no: number
    text: string
    /** The email of the outbox that tells the customer. */
    mail_id: Generated<string | null>
  }
  /** A link to the customer's page of a quotation or of an enquiry; one of the two ids is null. */
  private_link: {
    secret_hash: string
    quotation_id: string | null
    enquiry_id: string | null
    /** A link to an enquiry that was sent to the email address in it. */
    is_emailed: Generated<number>
    created_at: string
    revoked_at: string | null
  }
  /** The members of staff who have a quotation open. */
  quotation_editor: {
    quotation_id: string
    account_id: string
    /** Identifies the tab of the browser; '' for a program that states none. */
    tab_id: string
    name: string
    seen_at: string
  }
  /** The last number of each financial year. */
  quotation_series: {
    financial_year: string
    last_number: number
  }
  quotation_settings: {
    id: number
    settings_json: string
    revision: number
    updated_at: string
  }
  /** A file of a visitor; its encrypted bytes are in the storage of attachments under the id. */
  attachment: {
    /** 32 random hexadecimal digits. */
    id: string
    /** Null until the enquiry is sent. */
    enquiry_id: string | null
    /** The quotation with whose acceptance it was sent, as purchase order. */
    quotation_id: Generated<string | null>
    position: Generated<number>
    name: string
    type: AttachmentSummary['type']
    bytes: number
    /** The key of AES-256 in base64url. */
    encryption_key: string
    created_at: string
  }
  enquiry_note: {
    id: string
    enquiry_id: string
    at: string
    account_id: string | null
    by_name: string
    text: string
    /** The email of the outbox that the note is about. */
    mail_id: Generated<string | null>
  }
  /** The folded texts of enquiries for the admin search, with a trigram index. */
  enquiry_search: {
    row_id: Generated<number>
    enquiry_id: string
    /** Name, e-mail address, telephone number as written and its digits, company, GSTIN, place, reference. */
    person: string
    /** With the names and notes of the lines. */
    message: string
  }
  review: {
    id: string
    rating: number | null
    text: string
    name: string
    position: string
    company: string
    status: string
    created_at: string
  }
  site_content: {
    id: number
    content_json: string
    updated_at: string
    revision: Generated<number>
  }
  /** The site content after each of the last saves. */
  site_content_revision: {
    revision: number
    at: string
    account_id: string | null
    by_name: string
    content_json: string
  }
  /** Unsaved site content, for its preview. */
  site_content_draft: {
    account_id: string
    content_json: string
    updated_at: string
  }
  audit_log: {
    id: string
    at: string
    account_id: string | null
    by_name: string
    action: string
    subject: string
    subject_id: string
    subject_name: string
    /** For people to read. */
    detail: string
    detail_kind: Generated<AuditDetailKind>
  }
  outbox: {
    id: string
    to_address: string
    reply_to: string | null
    subject: string
    text: string
    created_at: string
    attempts: number
    /** Null after it was sent or has finally failed. */
    next_attempt_at: string | null
    sent_at: string | null
    last_error: string | null
    /** The enquiry or the quotation that it is about; both are null for an email about an account. */
    enquiry_id: Generated<string | null>
    quotation_id: Generated<string | null>
  }
  /** Searches of visitors without results. */
  zero_result_search: {
    term: string
    count: number
    last_at: string
  }
}
