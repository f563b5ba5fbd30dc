import type { Generated } from 'kysely'
import type { AuditDetailKind } from '#contracts/account/audit-log.ts'
import type { ImportRowResult, ImportRowState, ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import type { FindingType } from '#contracts/bulk-data/quality-types.ts'
import type { EnquiryStatus } from '#contracts/enquiry/status.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import type { DocumentLanguage, DocumentType } from '#contracts/files/document-labels.ts'
import type { DocumentFormat } from '#contracts/files/file-formats.ts'
import type { Availability } from '#contracts/item/commercial-fields.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { RelationType } from '#contracts/item/relation-groups.ts'
import type { ItemState } from '#contracts/item/state.ts'
import type { PublicationState, PublicationType } from '#contracts/publication/fields.ts'
import type {
  QuotationDocumentKind,
  QuotationEventKind,
  QuotationState,
} from '#contracts/quotation/states.ts'
import type { TranslatedLanguage } from '#messages/language.ts'

/*
 * Generated from the schema by `npx vitest run src/server/database/tables.test.ts --update`. The meaning of tables and columns is
 * stated in migrations/0001-baseline/tables.sql and in the later migrations.
 */

/** The columns of every table. The store that reads a row converts it to a contract type. */
export interface Tables {
  account: {
    id: string
    email: string
    username: string
    role: string
    password_hash: string
    created_at: string
    totp_secret: string | null
    totp_last_step: Generated<number>
    recovery_code_hashes_json: Generated<string>
    is_checklist_dismissed: Generated<number>
    confirmed_steps: Generated<string>
  }
  account_token: {
    secret_hash: string
    account_id: string
    purpose: string
    created_at: string
    expires_at: string
  }
  session: {
    id: string
    secret_hash: string
    account_id: string
    created_at: string
    seen_at: string
    expires_at: string
    user_agent: Generated<string>
  }
  api_key: {
    id: string
    name: string
    secret_hash: string
    scopes_json: string
    created_at: string
    used_at: string | null
    account_id: string
    valid_until: string | null
  }
  sign_in_attempt: {
    id: Generated<number>
    subject: string
    attempted_at: string
  }
  site_content: {
    id: number
    content_json: string
    updated_at: string
    revision: Generated<number>
  }
  site_content_revision: {
    revision: number
    at: string
    account_id: string | null
    by_name: string
    content_json: string
  }
  site_content_draft: {
    account_id: string
    content_json: string
    updated_at: string
  }
  media: {
    id: string
    width: number
    height: number
    thumbhash: string
    widths_json: string
    created_at: string
    avif_at: string | null
  }
  item: {
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
    code_key: string | null
    hsn: string | null
    gst_rate_bp: number | null
    unit: string | null
    minimum_quantity: number | null
    lead_time_days: number | null
    availability: Availability | null
    warranty_months: number | null
    images_json: string
    captions_json: Generated<string>
    is_featured: number
    is_demo: number
    search_text: string
    search_codes: string
    part_number: Generated<string>
    revision: number
    created_at: string
    updated_at: string
    state: ItemState
    unpublished_at: string | null
  }
  item_slug: {
    slug: string
    item_id: string
  }
  item_document: {
    id: string
    item_id: string
    position: number
    title: string
    type: DocumentType
    language: DocumentLanguage | null
    format: DocumentFormat
    file_name: string
    blob_id: string
    bytes: number
    created_at: string
    replaced_at: string | null
    deleted_at: string | null
  }
  item_specification: {
    item_row_id: number
    kind: Kind
    key: string
    label: string
    unit: string
    max_value: number | null
    min_value: number | null
    value_slug: string
    text_value: string
  }
  item_relation: {
    id: string
    from_row_id: number
    to_row_id: number
    type: RelationType
    assembly: string
    position: string
    sort_key: string
    quantity: number | null
    revision: number
  }
  assembly_drawing: {
    id: string
    item_row_id: number
    assembly: string
    picture: string
    hotspots_json: string
    revision: number
    updated_at: string
  }
  item_revision: {
    item_id: string
    revision: number
    at: string
    account_id: string | null
    by_name: string
    draft_json: string
  }
  item_import: {
    id: string
    state: ImportState
    created_at: string
    account_id: string | null
    by_name: string
    file_name: string
    bytes: number
    has_file: number
    sheets_json: string
    columns_json: string
    choices_json: string
    options_json: string
    actor_account_id: string | null
    actor_name: Generated<string>
    rows_done: number
    rows_total: number
    error: string
  }
  item_import_row: {
    import_id: string
    position: number
    sheet: string
    row_number: number
    state: ImportRowState
    result: ImportRowResult
    kind: Kind
    item_id: string | null
    item_revision: number | null
    name: string
    values_json: string
    changes_json: string
    problems_json: string
  }
  item_import_mapping: {
    header: string
    kind: Kind | null
    targets_json: string
    updated_at: string
  }
  specification_template: {
    kind: Kind
    category: string
    revision: number
    rows_json: string
    updated_at: string
  }
  quality_dismissal: {
    key: string
    type: FindingType
    kind: Kind
    title: string
    reason: string
    at: string
    account_id: string | null
    by_name: string
  }
  search_word: {
    ngram: string
    word: string
  }
  zero_result_search: {
    term: string
    count: number
    last_at: string
  }
  derived_data_version: {
    name: string
    version: number
  }
  customer: {
    id: string
    first_name: string
    last_name: string
    email: string
    phone: string
    email_key: string
    phone_key: string
    is_confirmed: Generated<number>
    is_demo: number
    created_at: string
  }
  enquiry: {
    id: string
    customer_id: string
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
    owner_id: string | null
    next_action_on: string | null
    revision: Generated<number>
    reference: string
    company: Generated<string>
    gstin: Generated<string>
    place: Generated<string>
    notice: Generated<string>
  }
  enquiry_line: {
    enquiry_id: string
    position: number
    item_id: string | null
    name: string
    quantity: number
    note: string
  }
  enquiry_search: {
    row_id: Generated<number>
    enquiry_id: string
    person: string
    message: string
  }
  enquiry_note: {
    id: string
    enquiry_id: string
    at: string
    account_id: string | null
    by_name: string
    text: string
    mail_id: string | null
  }
  quotation: {
    id: string
    number: string | null
    request_key: string | null
    state: QuotationState
    revision: number
    issue_count: number
    enquiry_id: string | null
    customer_id: string | null
    owner_id: string | null
    buyer_name: string
    body_json: string
    amounts_json: string | null
    total_paise: number | null
    max_discount_bp: number
    approved_discount_bp: number | null
    state_before_revision: 'sent' | 'declined' | 'withdrawn' | null
    valid_until: string | null
    first_issued_at: string | null
    issued_at: string | null
    decided_at: string | null
    confirmed_at: string | null
    reason: string
    acceptance_json: string | null
    search_text: string
    created_at: string
    updated_at: string
  }
  quotation_issue: {
    quotation_id: string
    issue_no: number
    from_revision: number
    body_json: string
    amounts_json: string
    seller_json: string
    appendix_json: string | null
    valid_until: string
    issued_at: string
    account_id: string | null
    by_name: string
  }
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
    account_id: string | null
    by_name: string
    issue_no: number
    text: string
    mail_id: string | null
  }
  quotation_editor: {
    quotation_id: string
    account_id: string
    tab_id: string
    name: string
    seen_at: string
  }
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
  private_link: {
    secret_hash: string
    quotation_id: string | null
    enquiry_id: string | null
    is_emailed: Generated<number>
    created_at: string
    revoked_at: string | null
  }
  attachment: {
    id: string
    enquiry_id: string | null
    quotation_id: string | null
    position: Generated<number>
    name: string
    type: AttachmentSummary['type']
    bytes: number
    encryption_key: string
    created_at: string
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
    notice: Generated<string>
  }
  outbox: {
    id: string
    to_address: string
    reply_to: string | null
    subject: string
    text: string
    created_at: string
    attempts: number
    next_attempt_at: string | null
    sent_at: string | null
    last_error: string | null
    enquiry_id: string | null
    quotation_id: string | null
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
    detail: string
    detail_kind: Generated<AuditDetailKind>
  }
  publication: {
    id: string
    type: PublicationType
    slug: string
    title: string
    title_sort: string
    state: PublicationState
    tags: string
    item_ids: string
    placement: string
    purpose: string
    content_json: string
    search_text: string
    revision: number
    created_at: string
    updated_at: string
    published_at: string | null
    file_ids: Generated<string>
  }
  publication_slug: {
    slug: string
    publication_id: string
  }
  publication_revision: {
    publication_id: string
    revision: number
    at: string
    account_id: string | null
    by_name: string
    content_json: string
  }
  visitor_figure: {
    kind: string
    day: string
    name: string
    visits: number
    count: number
    enquiries: number
  }
  visitor_event: {
    day: string
    visitor: string
    kind: string
    name: string
    count: number
  }
  visitor_salt: {
    day: string
    salt: string
  }
  site_file: {
    id: string
    file_name: string
    bytes: number
    created_at: string
  }
  translation: {
    language: TranslatedLanguage
    hash: string
    source: string
    translation: string
    is_label: number
    is_reviewed: number
    updated_at: string
    by_name: string
  }
}

export type TableName = keyof Tables

/** Every table with its primary key. A table comes after those that its foreign keys reference. */
export const PRIMARY_KEYS: { readonly [Table in TableName]: readonly (keyof Tables[Table] & string)[] } = {
  account: ['id'],
  account_token: ['secret_hash'],
  session: ['id'],
  api_key: ['id'],
  sign_in_attempt: ['id'],
  site_content: ['id'],
  site_content_revision: ['revision'],
  site_content_draft: ['account_id'],
  media: ['id'],
  item: ['row_id'],
  item_slug: ['slug'],
  item_document: ['id'],
  item_specification: ['item_row_id', 'key', 'value_slug'],
  item_relation: ['id'],
  assembly_drawing: ['id'],
  item_revision: ['item_id', 'revision'],
  item_import: ['id'],
  item_import_row: ['import_id', 'position'],
  item_import_mapping: ['header'],
  specification_template: ['kind', 'category'],
  quality_dismissal: ['key'],
  search_word: ['ngram', 'word'],
  zero_result_search: ['term'],
  derived_data_version: ['name'],
  customer: ['id'],
  enquiry: ['id'],
  enquiry_line: ['enquiry_id', 'position'],
  enquiry_search: ['row_id'],
  enquiry_note: ['id'],
  quotation: ['id'],
  quotation_issue: ['quotation_id', 'issue_no'],
  quotation_document: ['quotation_id', 'issue_no', 'kind'],
  quotation_event: ['id'],
  quotation_editor: ['quotation_id', 'account_id', 'tab_id'],
  quotation_series: ['financial_year'],
  quotation_settings: ['id'],
  private_link: ['secret_hash'],
  attachment: ['id'],
  review: ['id'],
  outbox: ['id'],
  audit_log: ['id'],
  publication: ['id'],
  publication_slug: ['slug'],
  publication_revision: ['publication_id', 'revision'],
  visitor_figure: ['kind', 'day', 'name'],
  visitor_event: ['day', 'visitor', 'kind', 'name'],
  visitor_salt: ['day'],
  site_file: ['id'],
  translation: ['language', 'hash'],
}

export const TABLES = Object.keys(PRIMARY_KEYS) as TableName[]
