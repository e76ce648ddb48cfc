import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "sqlite",
  schema: "./src/memory/db/schema.ts",
  out: "./migrations",
  // The markers between statements are comments, which migrations must not have (test/house/migrations.test.ts).
  breakpoints: false,
})
