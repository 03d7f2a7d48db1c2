import { answers } from "./answers";
import { openApiDocument } from "./openapi";
import { anyone, methods, resource } from "./resource";
import { rowReply } from "./serialize";

/** `GET /resources/v1/openapi.json`: the reference, for everybody. */
export const reference = methods({
  GET: resource({
    caller: anyone,
    run: () => openApiDocument() as { openapi: string },
    answer: rowReply(answers.readReference),
  }),
});
