import { fieldRows, type FieldRow } from "./fields";

/** What calls are about, in the order of the page. */
export const resources = [
  "Messages",
  "Devices",
  "Users",
  "Segments",
  "Campaigns",
  "Delivery updates",
  "Templates",
  "This document",
] as const;
export type Resource = (typeof resources)[number];

/** One public call, as the reference shows it. */
export interface Operation {
  /** `operationId` of the OpenAPI document. */
  id: string;
  resource: Resource;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Which key it wants: a service's, an app's client key, or none. */
  key: "SERVICE_KEY" | "CLIENT_KEY" | undefined;
  parameters: { name: string; in: string; required: boolean; description: string }[];
  /** Members of its body; empty where it takes none, or any. */
  body: FieldRow[];
  answers: { status: string; description: string }[];
}

interface OperationDescription {
  operationId: string;
  summary: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: Record<string, { schema: Ref & { oneOf?: Ref[] } }> };
  responses: Record<string, { description: string }>;
}

interface Ref {
  $ref?: string;
}

interface Document {
  paths: Record<string, Record<string, OperationDescription>>;
  components: { schemas: Record<string, unknown> };
}

/** Every call of an OpenAPI document (`http/openapi`), by resource. */
export function operationsOf(document: object): Operation[] {
  const { paths, components } = document as Document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) =>
      operationOf(path, method, one, components.schemas),
    ),
  );
  return all.toSorted(
    (one, other) => resources.indexOf(one.resource) - resources.indexOf(other.resource),
  );
}

function operationOf(
  path: string,
  method: string,
  one: OperationDescription,
  schemas: Record<string, unknown>,
): Operation {
  const {
    operationId,
    summary,
    description = "",
    security = [],
    parameters = [],
    requestBody,
    responses,
  } = one;
  return {
    id: operationId,
    resource: resourceOf(path),
    method: method.toUpperCase(),
    path,
    summary,
    description,
    key: security.some((scheme) => "clientKey" in scheme)
      ? "CLIENT_KEY"
      : security.length > 0
        ? "SERVICE_KEY"
        : undefined,
    parameters: parameters.map(({ name, in: where, required = false, description: what = "" }) => ({
      name,
      in: where,
      required,
      description: what,
    })),
    body: bodyOf(requestBody, schemas),
    answers: Object.entries(responses).map(([status, answer]) => ({
      status,
      description: answer.description,
    })),
  };
}

function bodyOf(
  requestBody: OperationDescription["requestBody"],
  schemas: Record<string, unknown>,
): FieldRow[] {
  const schema = requestBody?.content["application/json"]?.schema;
  const name = (schema?.$ref ?? schema?.oneOf?.find(({ $ref }) => $ref !== undefined)?.$ref)
    ?.split("/")
    .at(-1);
  return name === undefined ? [] : fieldRows(schemas[name]);
}

function resourceOf(path: string): Resource {
  if (path.startsWith("/resources/v1/messaging")) return "Messages";
  if (path === "/resources/v1/devices" || path === "/resources/v1/receipts") return "Devices";
  if (path.startsWith("/resources/v1/users")) return "Users";
  if (path.startsWith("/resources/v1/segments")) return "Segments";
  if (path.startsWith("/resources/v1/campaigns")) return "Campaigns";
  if (path.startsWith("/resources/v1/updates") || path.startsWith("/resources/v1/inbox"))
    return "Delivery updates";
  return path.includes("templates") ? "Templates" : "This document";
}
