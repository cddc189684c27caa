-- The trace of the request that ordered a render, which its spans continue. Null: the render is not traced.
ALTER TABLE "Render" ADD COLUMN "traceparent" TEXT;
