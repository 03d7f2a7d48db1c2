/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  reactCompiler: true,
  // A page is loaded when it is first asked for, not all of them before the first answer.
  experimental: { preloadEntriesOnStart: false },
  images: { unoptimized: true },
  devIndicators: false,
  // `npm test` checks the types of everything, and of more than the console.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@electric-sql/pglite", "pglite-prisma-adapter", "pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
};
