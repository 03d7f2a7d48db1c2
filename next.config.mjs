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
