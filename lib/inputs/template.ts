import { z } from "zod";
import { filled, name } from "./text";

/** What a template is called: by requests, and by people. Its content and parameters are judged by `checkTemplate`. */
export const templateNamesSchema = z.object({ templateId: filled(200), name: name(200) });
