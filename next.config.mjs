/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  reactCompiler: true,
  images: { unoptimized: true },
  devIndicators: false,
  // `npm test` checks the types of everything, and of more than the console.
  typescript: { ignoreBuildErrors: true },
  // What proxy.ts says of pages; it is not asked for these.
  headers: async () => [{ source: "/_next/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] }],
  serverExternalPackages: [
    "@electric-sql/pglite",
    "pglite-prisma-adapter",
    "pg",
    "pg-boss",
    "pino",
    "@prisma/client",
    "@prisma/adapter-pg",
  ],
};
