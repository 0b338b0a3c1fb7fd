import type {
	EnvironmentInput,
	EnvironmentSettings,
	Settings,
} from '../../shared/wire.ts';
import { KitError } from '../kit-error.ts';
import type { JsonClient } from '../json-client.ts';

const ROUTE = 'headless-deploy/v1/settings';
/** Length of the end of a masked token. */
const SHOWN = 4;

/** Everything else is part of all pages, or of the code. */
export const REFRESH_POLICY = {
	content: 'refresh',
	terms: 'refresh',
	files: 'refresh',
	authors: 'refresh',
} as const;

export interface Connected {
	/** The environment's id in the plugin. */
	id: string;
	/** Whether WordPress got the secret of this connection. Otherwise, it has one already, which a user may have replaced. */
	hasNewSecret: boolean;
}

export interface Connection {
	/** The environment's id on the platform. */
	hostedId: string;
	webhookUrl: string;
	frontEndUrl: string;
	refreshUrl: string;
	refreshSecret: string;
	/** Whether changed content refreshes pages; else it rebuilds the front end. */
	refreshes: boolean;
}

/** Returns whether WordPress has these addresses, and this token. The token is masked, so its end is compared. */
function isConnected(
	environment: EnvironmentSettings,
	connection: Connection
): boolean {
	const { host, searchParams } = new URL( connection.webhookUrl );
	const stored = environment.webhook.urls.rebuild ?? '';
	const token = searchParams.get( 'token' ) ?? '';
	return (
		environment.frontEndUrl.replace( /\/$/, '' ) ===
			connection.frontEndUrl.replace( /\/$/, '' ) &&
		environment.refresh?.url === connection.refreshUrl &&
		stored.includes( `//${ host }/` ) &&
		stored.endsWith( token.slice( -SHOWN ) )
	);
}

function find(
	settings: Settings,
	connection: Connection
): EnvironmentSettings | undefined {
	return settings.environments.find(
		( { webhook } ) =>
			webhook.recognized.environment === connection.hostedId
	);
}

/** Stores the webhook of the environment in the plugin, or updates it after the ports have changed. */
export async function connect(
	wordpress: JsonClient,
	connection: Connection
): Promise< Connected > {
	const settings = await wordpress.call< Settings >( 'GET', ROUTE );
	const existing = find( settings, connection );
	if ( existing && isConnected( existing, connection ) ) {
		return { id: existing.id, hasNewSecret: false };
	}
	const { webhookUrl, frontEndUrl, refreshUrl, refreshSecret } = connection;
	// What a user has chosen later is kept, and the secret, which the front end has too.
	const hasNewSecret = ! existing?.refresh;
	const isNew = hasNewSecret && connection.refreshes;
	const input: EnvironmentInput = {
		webhookUrl,
		frontEndUrl,
		refreshUrl,
		...( hasNewSecret && { refreshSecret } ),
		...( isNew && { automation: { policy: REFRESH_POLICY } } ),
	};
	if ( existing ) {
		await wordpress.call(
			'PUT',
			`${ ROUTE }/environments/${ existing.id }`,
			input,
			existing.etag
		);
		return { id: existing.id, hasNewSecret };
	}
	await wordpress.call( 'POST', `${ ROUTE }/environments`, {
		label: 'Production',
		...input,
	} );
	const created = find(
		await wordpress.call< Settings >( 'GET', ROUTE ),
		connection
	);
	if ( ! created ) {
		throw new KitError(
			'WordPress has saved the webhook URL but does not list its environment.',
			'see Headless Deploy → Connections in wp-admin'
		);
	}
	return { id: created.id, hasNewSecret };
}

export interface ApiUser {
	apiUrl: string;
	user: string;
	password: string;
}

/** Stores and checks the API user of the platform, so that the plugin tracks builds. One that works is not changed. */
export async function trackBuilds(
	wordpress: JsonClient,
	access: ApiUser
): Promise< void > {
	const { credentials } = await wordpress.call< Settings >( 'GET', ROUTE );
	const isStored =
		credentials?.works === true &&
		credentials.apiUrl === access.apiUrl &&
		credentials.user === access.user;
	if ( ! isStored ) {
		await wordpress.call(
			'PUT',
			`${ ROUTE }/credentials`,
			access,
			credentials?.etag
		);
		await wordpress.call( 'POST', `${ ROUTE }/credentials/check` );
	}
}
