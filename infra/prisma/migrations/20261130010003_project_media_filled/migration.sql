-- In steps of 50 rows.
-- Finds the media ids in the documents of existing projects. The triggers are committed by now, so writers go on
-- meanwhile. Sorted as the API sorts them.
UPDATE "Project" SET "mediaRev" = rev, "mediaIds" = ARRAY(
  SELECT DISTINCT (regexp_matches(document::text, 'med_[0-9a-f]{32}', 'g'))[1] COLLATE "C" AS id ORDER BY id
)
WHERE id = ANY(ARRAY(
  SELECT id FROM "Project" WHERE "mediaIds" IS NULL ORDER BY "accountId", id LIMIT 50
));
