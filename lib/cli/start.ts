import { run } from "./main";

const line = (to: NodeJS.WriteStream) => (text: string) => void to.write(`${text}\n`);
process.exitCode = await run(process.argv.slice(2), process.env, line(process.stdout), line(process.stderr));
