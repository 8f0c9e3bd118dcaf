import {plot} from './plots.js';
import {bytes, card, cards, code, duration, element, moment, pairs, state, table, time} from './views.js';

const INTERVAL = 2000;
const find = id => document.getElementById(id);
// an address that was typed with a name and a password is not one that can be fetched
const base = location.origin + location.pathname;

let token = null;
let paused = false;
let running = false;
let timer = null;

async function read(name) {
  const response = await fetch(base + 'api/' + name, {cache: 'no-store'});
  if (!response.ok) throw new Error(name + ': status ' + response.status);
  return response;
}

async function json(name) {
  return (await read(name)).json();
}

function show(text, failed) {
  find('result').className = failed ? 'failed' : '';
  find('result').textContent = text;
}

/** Changes something, and shows what came of it. */
async function change(action, fields) {
  try {
    if (!token) token = await json('token');
    const response = await fetch(base + 'api/' + action, {
      method: 'POST',
      headers: {[token.field]: token.token},
      body: new URLSearchParams(fields)
    });
    // a server that was restarted has another token
    if (response.status === 403) token = null;
    const answer = await response.json();
    show(answer.done || answer.error, !response.ok);
  } catch (failure) {
    show(String(failure), true);
  }
  await refresh();
}

function ask(question) {
  const dialog = find('confirm');
  find('question').textContent = question;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise(resolve =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), {once: true}));
}

function button(text, key, action) {
  const made = element('button', text);
  made.type = 'button';
  made.dataset.key = key;
  made.addEventListener('click', async () => {
    made.disabled = true;
    try {
      await action();
    } finally {
      made.disabled = false;
    }
  });
  return made;
}

const number = (title, value) => ({title, value, className: 'number'});

// ---- sections ----

async function overview() {
  const [findings, server, samples] = await Promise.all([json('findings'), json('server'), json('samples')]);
  const list = findings.map(finding => {
    const made = element('div', null, 'finding ' + finding.severity);
    made.append(element('strong', finding.sentence), element('span', finding.remedy));
    return made;
  });
  if (!list.length) list.push(element('div', 'Nothing was found to be wrong.', 'finding none'));
  if (find('findings').textContent !== list.map(one => one.textContent).join('')) find('findings').replaceChildren(...list);
  title(server);
  figures(server, samples[samples.length - 1] || {});
  plot(find('plot-load'), samples, 'Load', '', [{name: 'requests', label: 'requests/s'}, {name: 'active', label: 'in flight'}]);
  plot(find('plot-latency'), samples, 'Latency', 'ms',
    [{name: 'p50', label: 'median'}, {name: 'p95', label: '95 %'}, {name: 'longest', label: 'longest'}]);
  plot(find('plot-refusals'), samples, 'Refusals', '/s',
    [{name: 'refused', label: 'refused by limits'}, {name: 'errors', label: 'errors (5xx)'}]);
  plot(find('plot-threads'), samples, 'Threads', '',
    [{name: 'busyThreads', label: 'busy'}, {name: 'queue', label: 'tasks waiting'}, {name: 'connections', label: 'connections'}]);
  pairs(find('server'), [
    ['Time', time(server.time)], ['Process', server.process], ['Java', server.java], ['System', server.system],
    ['Processors', server.processors],
    ['Load of the machine', server.loadAverage < 0 ? null : server.loadAverage.toFixed(2)],
    ...server.collectors.map(one => [one.name, one.collections + ' collections, ' + duration(one.millis)])]);
}

function title(server) {
  find('title').textContent = (server.name ? server.name + ', ' : '') + server.version;
}

function figures(server, last) {
  const list = find('figures');
  list.replaceChildren();
  const add = (name, value, more) => {
    const box = element('div');
    const shown = element('dd', value);
    if (more) shown.append(' ', element('small', more));
    box.append(element('dt', name), shown);
    list.append(box);
  };
  add('State', server.state);
  add('Up', duration(server.upMillis));
  add('Requests', server.totals.requests, server.totals.active + ' in flight');
  add('Errors (5xx)', server.totals.errors);
  add('95th percentile', last.p95 === null || last.p95 === undefined ? '–' : last.p95.toFixed(1), 'ms');
  add('Busy threads', last.busyThreads === undefined ? '–' : last.busyThreads,
    last.queue === undefined ? '' : last.queue + ' tasks wait');
  add('Connections', last.connections === undefined ? '–' : last.connections);
  add('Heap', bytes(server.heapUsed), server.heapMax > 0 ? 'of ' + bytes(server.heapMax) : '');
  add('Processor', server.processLoad === null || server.processLoad < 0 ? '–' : Math.round(server.processLoad * 100) + ' %');
  add('Open files', server.openFiles === null ? '–' : server.openFiles, server.maxFiles === null ? '' : 'of ' + server.maxFiles);
}

/** A version is named by the time of its deployment. */
function versionTime(version) {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+)Z(.*)$/.exec(version);
  if (!parts) return version;
  const [, year, month, day, hour, minute, second, more] = parts;
  return 'of ' + moment(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)) + more.replace('-', ', ');
}

function applicationActions(application) {
  const act = (label, what, question, version) =>
    button(label, what + application.id, async () => {
      if (!question || await ask(question)) await change('application', {id: application.id, change: what, version: version ? version() : ''});
    });
  const name = application.name;
  const made = [];
  const down = application.state === 'UNDEPLOYED' || application.state === 'NEW';
  made.push(down ? act('Deploy', 'deploy') : act('Redeploy', 'redeploy', 'Redeploy ' + name + '?'));
  if (!down) made.push(act('Undeploy', 'undeploy', 'Take ' + name + ' out of service?'));
  const others = application.versions.filter(version => version !== application.version);
  if (others.length) {
    const select = element('select');
    select.setAttribute('aria-label', 'Version of ' + name + ' to go back to');
    select.dataset.key = 'version' + application.id;
    for (const version of others) {
      const option = element('option', versionTime(version));
      option.value = version;
      option.selected = version === application.versionBefore;
      select.append(option);
    }
    made.push(select, act('Roll back', 'rollback', 'Put an earlier version of ' + name + ' in place?', () => select.value));
  }
  return made;
}

async function applications() {
  const data = await json('contexts');
  table(find('applications-table'), 'Applications', data.applications, [
    {title: 'Name', value: row => row.name},
    {title: 'State', value: row => row.failure ? [state(row.state), element('p', row.failure)] : state(row.state)},
    {title: 'Path', value: row => code(row.contextPath)},
    {title: 'Environment', value: row => row.environment},
    {title: 'Since', value: row => time(row.since)},
    {title: 'Actions', value: applicationActions, className: 'actions'}
  ], 'No applications are deployed from files.');
  table(find('contexts-table'), 'Contexts', data.contexts, [
    {title: 'Path', value: row => code(row.contextPath)},
    {title: 'Name', value: row => row.name},
    {title: 'Hosts', value: row => row.virtualHosts},
    {title: 'State', value: row => state(row.state)},
    number('Requests', row => row.requests),
    number('In flight', row => row.requestsActive),
    number('Errors', row => row.errors),
    number('Sessions', row => row.sessions)
  ], 'There are no contexts.');
  table(find('retired-table'), 'Contexts out of service', data.retired, [
    {title: 'Path', value: row => code(row.contextPath)},
    {title: 'Out of service since', value: row => time(row.time)},
    {title: 'Survived a collection', value: row => row.survivedCollection ? 'yes' : 'not yet known'},
    {title: 'Threads that use it', value: row => row.threads.join(', ')}
  ], 'None.');
}

async function requests() {
  const data = await json('requests');
  find('tracking').setAttribute('aria-pressed', String(data.tracking));
  table(find('requests-table'), 'Requests in flight', data.requests, [
    number('Age', row => duration(row.ageMillis)),
    {title: 'Request', value: row => code(row.method + ' ' + row.path)},
    {title: 'Context', value: row => code(row.contextPath)},
    {title: 'Phase', value: row => row.phase},
    {title: 'At', value: row => code(row.at), className: 'wide'},
    {title: 'Client', value: row => row.client},
    {title: 'Protocol', value: row => row.protocol},
    {title: 'Id', value: row => row.id}
  ], data.tracking ? 'None but those of this page.' : data.active + ' in flight; they are not listed.');
  table(find('errors-table'), 'Last errors', data.lastErrors, [
    {title: 'Time', value: row => time(row.time)},
    number('Status', row => row.status),
    {title: 'Request', value: row => code(row.method + ' ' + row.path)},
    {title: 'Context', value: row => code(row.contextPath)},
    {title: 'Cause', value: row => row.cause, className: 'wide'},
    {title: 'Id', value: row => row.id}
  ], 'No response had a status of 500 or more.');
}

async function connections() {
  const [connectors, data] = await Promise.all([json('connectors'), json('connections')]);
  table(find('connectors-table'), 'Connectors', connectors, [
    {title: 'Connector', value: row => row.connector},
    {title: 'Protocols', value: row => row.protocols},
    {title: 'State', value: row => state(row.state)},
    number('Connections', row => row.connections),
    number('Idle timeout', row => duration(row.idleTimeoutMillis))
  ], 'There are no connectors.');
  find('connections-count').textContent = data.count
    + (data.count > data.connections.length ? ', the oldest ' + data.connections.length + ' of them' : '')
    + ': ' + Object.entries(data.states).map(([name, count]) => count + ' ' + name).join(', ');
  pairs(find('clients'), Object.entries(data.clients));
  table(find('connections-table'), 'Connections', data.connections, [
    {title: 'Peer', value: row => row.peer},
    {title: 'Connector', value: row => row.connector},
    {title: 'Protocol', value: row => row.protocol + (row.tls ? ' in TLS' : '')},
    {title: 'State', value: row => row.state},
    number('Age', row => duration(row.ageMillis)),
    number('Requests', row => row.requests),
    number('Received', row => bytes(row.bytesIn)),
    number('Sent', row => bytes(row.bytesOut))
  ], 'There are no connections.');
}

function pools(pool, title, list) {
  if (!pool) return;
  list.push(card(title, pool));
  for (const inner of ['reserved', 'virtual']) pools(pool[inner], title + ', ' + inner, list);
}

async function threads() {
  const data = await json('scheduling');
  const list = [];
  pools(data.threadPool, 'Server', list);
  data.connectors.forEach(one => pools(one.threadPool, one.connector, list));
  list.push(card('Late content', data.lateContent));
  cards(find('pools'), list, 'None.');
  const selectors = [];
  for (const connector of data.connectors)
    connector.selectors.forEach((selector, index) =>
      selectors.push(card('Selector ' + index + ' of ' + connector.connector.replace(/@.*?{/, ' {'), {...selector, ...selector.strategy})));
  cards(find('selectors'), selectors, 'There are no selectors.');
}

async function limits() {
  const data = await json('scheduling');
  cards(find('counters'), (data.counters || []).map(one => card(one.class, one)),
    'No limits and statistics are enabled. Modules: qos, dos, thread-limit, size-limit, network-connection-limit, accept-rate-limit, lowresources, statistics.');
}

async function certificates() {
  table(find('certificates-table'), 'Certificates', await json('certificates'), [
    {title: 'Alias', value: row => row.alias},
    {title: 'State', value: row => state(row.state)},
    number('Days left', row => row.daysLeft),
    {title: 'Valid until', value: row => time(row.validUntil)},
    {title: 'Hosts', value: row => row.hosts},
    {title: 'Subject', value: row => row.subject},
    {title: 'Issuer', value: row => row.issuer}
  ], 'The server has no key store.');
}

async function configuration() {
  const data = await json('configuration');
  table(find('modules-table'), 'Modules', data.modules || [], [
    {title: 'Module', value: row => row.name},
    {title: 'Enabled by', value: row => row.reasons.join('; ')}
  ], 'The server was not started by start.jar.');
  const wanted = find('filter').value.toLowerCase();
  const rows = (data.properties || []).filter(row => JSON.stringify(row).toLowerCase().includes(wanted));
  table(find('properties-table'), 'Properties', rows, [
    {title: 'Property', value: row => code(row.name)},
    {title: 'Value', value: row => code(row.value), className: 'wide'},
    {title: 'Origin', value: row => row.origin},
    {title: 'Environment', value: row => row.environment}
  ], 'None.');
}

async function log() {
  const data = await json('log');
  table(find('levels-table'), 'Changed levels', data.changedLevels, [
    {title: 'Logger', value: row => code(row.logger)},
    {title: 'Level', value: row => row.level},
    {title: 'Until', value: row => row.until ? time(row.until) : 'the server stops'},
    {title: 'Actions', value: row => button('Reset', 'reset' + row.logger, () => change('log-level', {logger: row.logger, level: 'DEFAULT', time: ''}))}
  ], 'All levels are as configured.');
  table(find('warnings-table'), 'Warnings', data.warnings || [], [
    {title: 'Time', value: row => time(row.time)},
    {title: 'Level', value: row => state(row.level)},
    {title: 'Logger', value: row => code(row.logger)},
    {title: 'Message', value: row => row.message + (row.cause ? ' (' + row.cause + ')' : ''), className: 'wide'}
  ], data.warnings ? 'None since the start.' : 'They are seen where Logback or the JDK writes the log.');
}

async function changes() {
  table(find('changes-table'), 'Changes', await json('changes'), [
    {title: 'Time', value: row => time(row.time)},
    {title: 'User', value: row => row.user + ' at ' + row.client},
    {title: 'Change', value: row => code(row.change)},
    {title: 'Result', value: row => row.result, className: 'wide'},
    {title: 'Done', value: row => row.done ? 'yes' : 'no'}
  ], 'Nothing was changed by this console since the start.');
}

const sections = {overview, applications, requests, connections, threads, limits, certificates, configuration, log, changes};

// ---- what is shown, and when ----

let current = 'overview';

/** Takes the section from the address; one that has another name, as that of the content, changes nothing. */
function follow() {
  const name = location.hash.substring(1);
  if (name !== '' && !Object.hasOwn(sections, name)) return false;
  current = name || 'overview';
  return true;
}

async function refresh() {
  if (running) return;
  running = true;
  try {
    await sections[current]();
    find('connection').className = '';
    find('connection').textContent = paused ? 'paused' : 'live';
  } catch (failure) {
    find('connection').className = 'lost';
    find('connection').textContent = 'No answer: ' + failure.message;
  } finally {
    running = false;
    document.body.dataset.shown = current;
  }
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!paused && !document.hidden) await refresh();
    schedule();
  }, INTERVAL);
}

async function turn(focus) {
  for (const name of Object.keys(sections)) find(name).hidden = name !== current;
  for (const link of document.querySelectorAll('nav a'))
    if (link.getAttribute('href') === '#' + current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  if (focus) {
    show('');
    find('main').focus({preventScroll: true});
    scrollTo(0, 0);
  }
  await refresh();
  schedule();
}

async function text(name) {
  try {
    find('text').textContent = await (await read(name)).text();
    find('text').hidden = false;
    find('text').focus();
  } catch (failure) {
    show(String(failure), true);
  }
}

find('pause').addEventListener('click', () => {
  paused = !paused;
  find('pause').setAttribute('aria-pressed', String(paused));
  find('connection').textContent = paused ? 'paused' : 'live';
});
find('scan').addEventListener('click', () => change('scan', {}));
find('collect').addEventListener('click', () => change('collect', {}));
find('tracking').addEventListener('click', () =>
  change('tracking', {enabled: String(find('tracking').getAttribute('aria-pressed') !== 'true')}));
find('show-threads').addEventListener('click', () => text('threads'));
find('show-dump').addEventListener('click', () => text('dump'));
find('filter').addEventListener('input', configuration);
find('level-form').addEventListener('submit', event => {
  event.preventDefault();
  const reset = find('level').value === 'DEFAULT';
  change('log-level', {logger: find('logger').value, level: find('level').value, time: reset ? '' : find('time').value});
});
addEventListener('hashchange', () => {
  if (follow()) turn(true);
});
follow();
turn(false);
json('server').then(title).catch(failure => show(String(failure), true));
