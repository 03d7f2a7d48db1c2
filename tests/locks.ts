import { contestFolders } from "./folder-contests";

/** The long form of `folder-lock.test.ts`. Run: `npm run test:locks`; `-- --contests=1000` for fewer. */
const given = process.argv.find((argument) => argument.startsWith("--contests="))?.slice(11);
const started = performance.now();
const { contests, wrong, held, together } = await contestFolders(Number(given ?? 10_000), 500);
process.stdout.write(
  `${contests} contests of three processes, ${wrong} not won by exactly one · held ${held} times without a pause, ${together} times by two at once · ${Math.round((performance.now() - started) / 1_000)} s\n`,
);
process.exit(wrong + together === 0 ? 0 : 1);
