/** `status`: who is signed in, and what is live. */
import { onHost, table } from '../command.ts';
import type { Result } from '../command.ts';
import type { Host } from '../host.ts';
import { isLocalPlatform } from '../place.ts';
import { read } from '../response.ts';

type Summary = { number: number; finishTime: string } | null | undefined;

const ENVIRONMENT = {
	id: '',
	accountName: '',
	appId: '',
	displayName: '',
	url: '',
	served: undefined as Summary,
	running: undefined as Summary,
	application: undefined as { state: string } | null | undefined,
};

const SESSION = {
	user: '',
	role: '',
	accounts: [ { name: '', role: '' } ],
};

interface EnvironmentStatus {
	account: string;
	app: string;
	id: string;
	displayName: string;
	url: string;
	/** Number of the live build. */
	live: number | null;
	liveSince: string | null;
	/** Number of the running build. */
	running: number | null;
	/** State of the application; empty before the first live build. */
	state: string;
}

async function listStatuses(
	{ client, names }: Host,
	account: string
): Promise< EnvironmentStatus[] > {
	const params = { path: { account } };
	const { apps } = await read(
		client.GET( '/_local/accounts/{account}/apps', { params } ),
		{ apps: [ { environments: [ ENVIRONMENT ] } ] }
	);
	return apps
		.flatMap( ( { environments } ) => environments )
		.filter(
			( { appId, id, displayName } ) =>
				[ undefined, appId ].includes( names.app ) &&
				[ undefined, id, displayName ].includes( names.environment )
		)
		.map( ( one ) => ( {
			account: one.accountName,
			app: one.appId,
			id: one.id,
			displayName: one.displayName,
			url: one.url,
			live: one.served?.number ?? null,
			liveSince: one.served?.finishTime ?? null,
			running: one.running?.number ?? null,
			state: one.application?.state ?? '',
		} ) );
}

function columnsOf( one: EnvironmentStatus ): ( string | number )[] {
	const { account, app, displayName, live, liveSince, running } = one;
	return [
		...[ account, app, displayName ],
		live === null
			? 'not live yet'
			: `build ${ live } is live since ${ liveSince ?? 'unknown' }, ${ one.state || 'not running' }`,
		running === null ? '' : `build ${ running } runs`,
		live === null ? '' : one.url,
	];
}

async function status( host: Host ): Promise< Result > {
	const { client, names, url, user } = host;
	if ( ! ( await isLocalPlatform( host ) ) ) {
		const { account, app, environment } = names;
		const place = { account, app, environment };
		return {
			json: { host: url, user, ...place, environments: null },
			lines: [
				`${ user } at ${ url }. The password was not checked.`,
				...Object.entries( place ).flatMap( ( [ what, name ] ) =>
					name === undefined ? [] : [ `${ what }: ${ name }` ]
				),
				'This host reports neither users nor builds to this command; see the portal of the host.',
			],
		};
	}
	const session = await read( client.GET( '/_local/session' ), SESSION );
	const accounts = session.accounts.filter( ( { name } ) =>
		[ undefined, name ].includes( names.account )
	);
	const environments: EnvironmentStatus[] = [];
	for ( const { name } of accounts ) {
		environments.push( ...( await listStatuses( host, name ) ) );
	}
	const roles = accounts.map(
		( { name, role } ) => `${ role } in ${ name }`
	);
	return {
		json: { host: url, ...session, environments },
		lines: [
			`${ session.user } at ${ url }: ${ roles.join( ', ' ) || 'no account' }.`,
			...( environments.length === 0
				? [
						'There are no such environments. Create one with headless-deploy deploy.',
					]
				: table( environments, columnsOf ).lines ),
		],
	};
}

export const definition = onHost( 'host', {
	about: 'show who you are on a host, and what is live',
	more: 'environment',
	run: status,
} );
