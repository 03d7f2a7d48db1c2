import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

/** A real OpenID provider on loopback; see `openid-provider.d.mts`. */
export async function startOpenIdProvider(accounts, port = 0) {
  const server = createServer();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const state = {
    people: new Map(Object.entries(accounts)),
    redirectUris: [],
    foreignKeys: false,
    requestedPaths: [],
  };
  const client = { id: "clarion", secret: randomUUID() + randomUUID() };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ["http://localhost/none"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [newKey("k1")] },
    cookies: { keys: [randomUUID()] },
    scopes: ["openid", "email", "profile", "groups"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3_600, Interaction: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...state.people.get(id) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
  // Each sign-in asks for the account, so that a test can sign in as several users in turn.
  provider.use(async (ctx, next) => {
    if (ctx.path === "/auth" && !ctx.query.prompt) ctx.query = { ...ctx.query, prompt: "login" };
    state.requestedPaths.push(ctx.path);
    await next();
    if (ctx.path === "/jwks" && state.foreignKeys)
      ctx.body = { keys: [{ ...publicPart(newKey("k1")) }] };
  });
  const isOurs = (uri) => state.redirectUris.includes(uri);
  provider.Client.prototype.redirectUriAllowed = function allowed(uri) {
    return isOurs(uri);
  };
  const asKoa = provider.callback();
  server.on("request", (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? "") ?? [];
    if (uid === undefined) return asKoa(request, response);
    void interaction(provider, state, request, response);
  });
  return {
    issuer,
    client,
    people: state.people,
    allow: (uri) => state.redirectUris.push(uri),
    requestedPaths: state.requestedPaths,
    useForeignKeys: (on) => (state.foreignKeys = on),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

async function interaction(provider, state, request, response) {
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html");
    const { params } = await provider.interactionDetails(request, response);
    const buttons = [...state.people.keys()]
      .map((id) => `<button name="account" value="${id}">${id}</button>`)
      .join("");
    response.end(
      `<!doctype html><title>Test provider</title><h1>Test provider</h1><p>${params.login_hint ?? ""}</p><form method="post">${buttons}<button name="account" value="">Refuse</button></form>`,
    );
    return;
  }
  let body = "";
  for await (const chunk of request) body += chunk;
  const account = new URLSearchParams(body).get("account") ?? "";
  const result =
    account === ""
      ? { error: "access_denied", error_description: "refused" }
      : { login: { accountId: account } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function newKey(kid) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

function publicPart({ kty, n, e, kid, use, alg }) {
  return { kty, n, e, kid, use, alg };
}
