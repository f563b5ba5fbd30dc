import type { Generated } from 'kysely'

/*
 * Columns follow one naming rule: `is_*` is 0 or 1, `*_at` is UTC as ISO 8601 text, `*_json` is JSON text,
 * `*_paise` is an integer of the smallest unit. Rows are turned into contract types in the store that reads them.
 */

export interface ItemTable {
  /** Stable integer key that the full-text index points at; never leaves the database. */
  row_id: Generated<number>
  id: string
  kind: string
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
  /** Media ids and outside addresses, in order. */
  images_json: string
  is_featured: number
  is_demo: number
  search_text: string
  /** '|code|code|': part numbers and the name, letters and digits only, for searches typed without the gaps. */
  search_codes: string
  revision: number
  created_at: string
  updated_at: string
  /** 'published', 'draft' or 'archived'. */
  state: string
  /** Since when it is not on the site, as a draft or archived; null while it is on offer. */
  unpublished_at: string | null
  /** Orders the published items of a kind by name (search/sort-keys.ts); null only while an item is being written. */
  sort_key: Generated<number | null>
}

/** What staff said of an item, as of one revision. */
interface ItemRevisionTable {
  item_id: string
  revision: number
  at: string
  account_id: string | null
  by_name: string
  draft_json: string
}

/** One filterable figure or word of an item's specifications; derived from them whenever they are saved. */
interface ItemSpecificationTable {
  item_row_id: number
  kind: string
  /** The label as a slug, with the unit for figures: 'bar-capacity.mm'. */
  key: string
  label: string
  /** '' for words. */
  unit: string
  numeric_value: number | null
  /** The value as a slug. */
  value_slug: string
  text_value: string
}

/** Every word that a name or description ever held, folded, under its parts: what a misspelt word may have meant. */
interface SearchWordTable {
  ngram: string
  word: string
}

/** Which version of the code derived what from the items. */
interface DerivedDataVersionTable {
  name: string
  version: number
}

/** Slugs an item answered to before it was renamed. */
interface ItemSlugTable {
  slug: string
  item_id: string
}

export interface MediaTable {
  /** First 32 hex digits of the SHA-256 of the uploaded bytes. */
  id: string
  width: number
  height: number
  thumbhash: string
  widths_json: string
  created_at: string
  /** When the AVIF files were ready; null while there are only WebP ones. */
  avif_at: string | null
}

interface AccountTable {
  id: string
  email: string
  username: string
  role: string
  /** '' until an invited person has chosen a password; nothing fits it. */
  password_hash: string
  created_at: string
  /** base32; null without a second factor. */
  totp_secret: Generated<string | null>
  /** The last time step whose code was used; none is good twice. */
  totp_last_step: Generated<number>
  /** Hashes of the recovery codes that are left. */
  recovery_code_hashes_json: Generated<string>
}

/** A link by which an invited or forgetful person chooses a password, once. */
interface AccountTokenTable {
  secret_hash: string
  account_id: string
  purpose: string
  created_at: string
  expires_at: string
}

interface ApiKeyTable {
  id: string
  name: string
  secret_hash: string
  scopes_json: string
  created_by: string
  created_at: string
  used_at: string | null
}

interface SessionTable {
  /** The public handle that the reply calls `token`. */
  id: string
  secret_hash: string
  account_id: string
  created_at: string
  seen_at: string
  expires_at: string
  /** What the browser says it is, shortened. */
  user_agent: Generated<string>
}

interface SignInAttemptTable {
  id: Generated<number>
  /** Hash of the account, the address, or both together. */
  subject: string
  attempted_at: string
}

interface CustomerTable {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  /** Folded e-mail address and digits of the telephone number, by which one person's enquiries find each other. */
  email_key: string
  phone_key: string
  is_demo: number
  created_at: string
}

interface EnquiryTable {
  id: string
  customer_id: string
  /** As written in this enquiry; the customer keeps what came first. */
  first_name: string
  last_name: string
  email: string
  phone: string
  service: string
  message: string
  status: string
  item_id: string | null
  request_key: string | null
  is_demo: number
  created_at: string
  owner_id: Generated<string | null>
  /** A day, '2026-11-21'. */
  next_action_on: Generated<string | null>
  revision: Generated<number>
}

interface EnquiryNoteTable {
  id: string
  enquiry_id: string
  at: string
  account_id: string | null
  by_name: string
  text: string
}

/** What a search of staff looks into, folded; the trigram index follows it. */
interface EnquirySearchTable {
  row_id: Generated<number>
  enquiry_id: string
  /** Name, e-mail, telephone as written and its digits. */
  person: string
  message: string
}

interface ReviewTable {
  id: string
  rating: number | null
  text: string
  name: string
  position: string
  company: string
  status: string
  created_at: string
}

interface SiteContentTable {
  id: number
  content_json: string
  updated_at: string
  revision: Generated<number>
}

/** Unsaved settings, by which their preview is drawn. */
interface SiteContentDraftTable {
  account_id: string
  content_json: string
  updated_at: string
}

interface AuditLogTable {
  id: string
  at: string
  account_id: string | null
  by_name: string
  action: string
  subject: string
  subject_id: string
  subject_name: string
  detail: string
}

interface OutboxTable {
  id: string
  to_address: string
  reply_to: string | null
  subject: string
  text: string
  created_at: string
  attempts: number
  /** Null when it was sent or given up. */
  next_attempt_at: string | null
  sent_at: string | null
  last_error: string | null
}

/** Searches of visitors that found nothing. */
interface ZeroResultSearchTable {
  term: string
  count: number
  last_at: string
}

export interface Tables {
  item: ItemTable
  item_slug: ItemSlugTable
  item_specification: ItemSpecificationTable
  search_word: SearchWordTable
  derived_data_version: DerivedDataVersionTable
  media: MediaTable
  account: AccountTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  customer: CustomerTable
  enquiry: EnquiryTable
  review: ReviewTable
  site_content: SiteContentTable
  site_content_draft: SiteContentDraftTable
  item_revision: ItemRevisionTable
  account_token: AccountTokenTable
  api_key: ApiKeyTable
  enquiry_note: EnquiryNoteTable
  enquiry_search: EnquirySearchTable
  audit_log: AuditLogTable
  outbox: OutboxTable
  zero_result_search: ZeroResultSearchTable
}
