-- Fills the totals of existing rows. The triggers are committed by now, so writers go on meanwhile: see
-- `reconcile_totals`. No table is locked.
DO $$
DECLARE
  account TEXT;
BEGIN
  FOR account IN SELECT id FROM "Account" ORDER BY id LOOP
    PERFORM "reconcile_totals"(account);
  END LOOP;
  PERFORM "reconcile_totals"('');
END
$$;
