-- AlterTable
ALTER TABLE "TelegramUser" ADD COLUMN     "projectId" TEXT,
ADD COLUMN     "limitDay" DATE,
ADD COLUMN     "blockedTold" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "TelegramBot" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "botId" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TelegramBot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TelegramUpdate" (
    "bot" TEXT NOT NULL,
    "updateId" BIGINT NOT NULL,
    "userId" TEXT NOT NULL,
    "place" BIGINT NOT NULL,
    "message" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "stage" TEXT NOT NULL DEFAULT 'meet',
    "state" JSONB NOT NULL DEFAULT '{}',
    "renderId" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "takes" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "leaseUntil" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "TelegramUpdate_pkey" PRIMARY KEY ("bot","updateId")
);

-- CreateIndex
CREATE UNIQUE INDEX "TelegramBot_appId_key" ON "TelegramBot"("appId");

-- CreateIndex
CREATE UNIQUE INDEX "TelegramBot_botId_key" ON "TelegramBot"("botId");

-- CreateIndex
CREATE INDEX "TelegramUpdate_status_leaseUntil_idx" ON "TelegramUpdate"("status", "leaseUntil");

-- CreateIndex
CREATE INDEX "TelegramUpdate_bot_userId_status_idx" ON "TelegramUpdate"("bot", "userId", "status");

-- CreateIndex
CREATE INDEX "TelegramUpdate_endedAt_idx" ON "TelegramUpdate"("endedAt");

-- AddForeignKey
ALTER TABLE "TelegramBot" ADD CONSTRAINT "TelegramBot_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TelegramUpdate" ADD CONSTRAINT "TelegramUpdate_bot_fkey" FOREIGN KEY ("bot") REFERENCES "TelegramBot"("id") ON DELETE CASCADE ON UPDATE CASCADE;
