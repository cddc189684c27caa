-- Values of an action, such as the plan before and after it.
ALTER TABLE "AuditEntry" ADD COLUMN "detail" JSONB;
