import type { Tables } from '#server/database/tables.ts'

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
  attachment: ['id'],
  review: ['id'],
  outbox: ['id'],
  audit_log: ['id'],
}

export const TABLES = Object.keys(PRIMARY_KEYS) as TableName[]
