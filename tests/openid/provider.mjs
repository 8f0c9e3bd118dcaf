// An OpenID Connect provider with one client that users log in by, with any password; one that gets tokens for itself, which are opaque
// for resources whose names have that word in them; and one that introspects these.
// Arguments: the folder with node_modules, the port, and the base URI of the applications.
import { pathToFileURL } from 'node:url'

const [folder, port, application] = process.argv.slice(2)
const { default: Provider } = await import(pathToFileURL(`${folder}/node_modules/oidc-provider/lib/index.js`))
const contexts = ['ee8', 'ee9', 'ee10', 'ee11']

const provider = new Provider(`http://localhost:${port}`, {
  clients: [{
    client_id: 'shop',
    client_secret: 'a secret/of the+shop',
    token_endpoint_auth_method: 'client_secret_basic',
    redirect_uris: contexts.map(context => `${application}/${context}/j_security_check`),
    post_logout_redirect_uris: contexts.map(context => `${application}/${context}/open/bye.txt`),
    backchannel_logout_uri: `${application}/ee10/back-channel`,
    backchannel_logout_session_required: true
  }, {
    client_id: 'machine',
    client_secret: 'a secret',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: []
  }, {
    client_id: 'api',
    client_secret: 'secret of the api',
    grant_types: [],
    redirect_uris: [],
    response_types: []
  }],
  scopes: ['openid', 'read', 'write'],
  cookies: { keys: ['not a secret'] },
  pkce: { required: () => true },
  conformIdTokenClaims: false,
  claims: { openid: ['sub', 'groups'] },
  features: {
    backchannelLogout: { enabled: true },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (ctx, client) => client.clientId === 'api' },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (ctx, resource) => ({
        scope: 'read write',
        audience: resource,
        accessTokenTTL: 300,
        accessTokenFormat: resource.includes('opaque') ? 'opaque' : 'jwt',
        jwt: { sign: { alg: 'RS256' } }
      })
    }
  },
  // as it is, without the refusal of addresses of this machine
  fetch: (url, options) => fetch(url, { method: options.method, body: options.body, headers: options.headers, redirect: 'manual' }),
  async findAccount (ctx, id) {
    return { accountId: id, claims: () => ({ sub: id, groups: id === 'ann' ? ['admin'] : [] }) }
  }
})
provider.on('backchannel.error', (ctx, error) => console.log(`back channel: ${error.stack} ${error.cause}`))
provider.listen(port, 'localhost', () => console.log('provider is ready'))
