-- What an active render waits for, for people; null: for nothing but its turn.
ALTER TABLE "Render" ADD COLUMN "waitingFor" TEXT;
