// An OpenID Connect provider with one client; any user may log in by any password.
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
  }],
  cookies: { keys: ['not a secret'] },
  pkce: { required: () => true },
  conformIdTokenClaims: false,
  claims: { openid: ['sub', 'groups'] },
  features: { backchannelLogout: { enabled: true } },
  // as it is, without the refusal of addresses of this machine
  fetch: (url, options) => fetch(url, { method: options.method, body: options.body, headers: options.headers, redirect: 'manual' }),
  async findAccount (ctx, id) {
    return { accountId: id, claims: () => ({ sub: id, groups: id === 'ann' ? ['admin'] : [] }) }
  }
})
provider.on('backchannel.error', (ctx, error) => console.log(`back channel: ${error.stack} ${error.cause}`))
provider.listen(port, 'localhost', () => console.log('provider is ready'))
