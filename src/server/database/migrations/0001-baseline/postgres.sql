-- The text table and the notifications of PostgreSQL. Its trigram indexes are created at every start
-- (postgres/trigram-indexes.ts), because a server may permit the extension later.

-- The search texts of items, whose rows are five times as long (decision 0138).
create table item_text (
  row_id integer primary key references item (row_id) on delete cascade,
  search_text text not null,
  search_codes text not null
);

create function capstan_sync_item_text() returns trigger language plpgsql as $$
begin
  insert into item_text values (new.row_id, new.search_text, new.search_codes)
    on conflict (row_id) do update set (search_text, search_codes) = (excluded.search_text, excluded.search_codes);
  return null;
end $$;

create trigger capstan_sync_item_text after insert or update of search_text, search_codes on item
  for each row execute function capstan_sync_item_text();

-- Tells all processes that public data have changed (postgres/change-listener.ts).
create function capstan_notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('capstan_content', current_setting('application_name'));
  return null;
end $$;

create trigger capstan_notify_change after insert or update or delete on assembly_drawing
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on item
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on item_document
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on item_relation
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on item_slug
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on media
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on review
  for each statement execute function capstan_notify_change();
create trigger capstan_notify_change after insert or update or delete on site_content
  for each statement execute function capstan_notify_change();

-- Counts and prices of categories are read from this index alone.
create index item_by_kind_category on item (kind, category) include (row_id, price_paise, is_featured)
  where unpublished_at is null;

-- The orders of lists are read from these indexes alone: a tenth of the time of reading the table.
create index item_by_name on item (kind, name_sort, id) include (row_id) where unpublished_at is null;
create index item_by_price on item (kind, coalesce(price_paise, 0), name_sort, id) include (row_id, price_paise)
  where unpublished_at is null;
