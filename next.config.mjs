// oxlint-disable-next-line node/no-process-env -- set by tools/prepare.mjs for the build
const { CLARION_BUILD_ID } = process.env;

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  reactCompiler: true,
  // Derived from the sources by tools/prepare.mjs, not random: builds of the same sources serve
  // each other's pages.
  generateBuildId: () => CLARION_BUILD_ID ?? null,
  // Written into the code as a constant: lib/inputs/build-id.ts.
  env: { CLARION_BUILD_ID: CLARION_BUILD_ID ?? "" },
  // Ids of modules and of server actions contain paths from here on. Found by lock file, it may be
  // a folder around the checkout.
  turbopack: { root: import.meta.dirname },
  experimental: {
    // A page is loaded when it is first asked for, not all of them before the first answer.
    preloadEntriesOnStart: false,
    // A third of the build's processor time, for a cache and for maps that nothing reads: a console
    // is built once.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // With the default of 50,000 bytes small parts of the frame are merged with those of pages, and
    // Home brings 90 kB of code twice.
    turbopackChunking: { minChunkSize: 10_000 },
  },
  images: { unoptimized: true },
  devIndicators: false,
  // `npm test` checks the types of everything, and of more than the console.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
};
