-- The ids of the media files in a document, which saves keep: the deletion of a file looks them up in an index.
-- "mediaRev" is the revision that they belong to.
-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "mediaIds" TEXT[],
ADD COLUMN     "mediaRev" INTEGER;

-- A process of the release before saves a document without the ids. They are then unknown, which is null.
CREATE FUNCTION "forget_media_of_Project"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."mediaIds" := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER "Project_media_insert" BEFORE INSERT ON "Project" FOR EACH ROW
  WHEN (NEW."mediaRev" IS DISTINCT FROM NEW.rev) EXECUTE FUNCTION "forget_media_of_Project"();

CREATE TRIGGER "Project_media_update" BEFORE UPDATE OF rev ON "Project" FOR EACH ROW
  WHEN (NEW.rev <> OLD.rev AND NEW."mediaRev" IS DISTINCT FROM NEW.rev) EXECUTE FUNCTION "forget_media_of_Project"();
