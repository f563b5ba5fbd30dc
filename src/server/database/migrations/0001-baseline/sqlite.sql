-- The text indexes of SQLite. FTS5 keeps no copy of the texts; triggers keep the indexes true.

create virtual table item_text using fts5(
  search_text, search_codes, content = 'item', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1'
);

create trigger item_text_insert after insert on item begin
  insert into item_text(rowid, search_text, search_codes) values (new.row_id, new.search_text, new.search_codes);
end;

create trigger item_text_delete after delete on item begin
  insert into item_text(item_text, rowid, search_text, search_codes)
    values ('delete', old.row_id, old.search_text, old.search_codes);
end;

create trigger item_text_update after update of search_text, search_codes on item begin
  insert into item_text(item_text, rowid, search_text, search_codes)
    values ('delete', old.row_id, old.search_text, old.search_codes);
  insert into item_text(rowid, search_text, search_codes) values (new.row_id, new.search_text, new.search_codes);
end;

create virtual table enquiry_text using fts5(
  person, message, content = 'enquiry_search', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1'
);

create trigger enquiry_text_insert after insert on enquiry_search begin
  insert into enquiry_text(rowid, person, message) values (new.row_id, new.person, new.message);
end;

create trigger enquiry_text_delete after delete on enquiry_search begin
  insert into enquiry_text(enquiry_text, rowid, person, message)
    values ('delete', old.row_id, old.person, old.message);
end;

create index item_by_kind_category on item (kind, category) where unpublished_at is null;

-- The orders of lists are read from these indexes alone; those of SQLite contain the row id.
create index item_by_name on item (kind, name_sort, id) where unpublished_at is null;
create index item_by_price on item (kind, coalesce(price_paise, 0), name_sort, id) where unpublished_at is null;
