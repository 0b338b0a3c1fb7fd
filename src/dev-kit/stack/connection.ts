/**
 * Stores the environment's webhook and the platform's API user in WordPress through the plugin's settings endpoint, as an
 * administrator does in the panel.
 */
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { KitError } from '../kit-error.ts';
import type { RestClient } from '../wordpress/rest-client.ts';

const ROUTE = 'headless-deploy/v1/settings';
const SHOWN = 4;

export interface Connection {
	/** The platform's id of the environment. */
	hostedId: string;
	webhookUrl: string;
	frontEndUrl: string;
}

/**
 * Tells whether WordPress already has this address, token and front end. The token is masked, so its end is compared.
 *
 * @param environment As WordPress has it.
 * @param connection  As it has to be.
 */
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
		stored.includes( `//${ host }/` ) &&
		stored.endsWith( token.slice( -SHOWN ) )
	);
}

/**
 * Finds the environment among the settings.
 *
 * @param connection What is looked for.
 */
function find(
	settings: Settings,
	connection: Connection
): EnvironmentSettings | undefined {
	return settings.environments.find(
		( { webhook } ) =>
			webhook.recognized.environment === connection.hostedId
	);
}

/**
 * Connects WordPress with the platform, or corrects the connection after the ports have moved.
 *
 * @param wordpress REST client of an administrator.
 * @return The environment's id in the plugin.
 */
export async function connect(
	wordpress: RestClient,
	connection: Connection
): Promise< string > {
	const settings = await wordpress.call< Settings >( 'GET', ROUTE );
	const known = find( settings, connection );
	if ( known && isConnected( known, connection ) ) {
		return known.id;
	}
	const { webhookUrl, frontEndUrl } = connection;
	if ( known ) {
		await wordpress.call(
			'PUT',
			`${ ROUTE }/environments/${ known.id }`,
			{ webhookUrl, frontEndUrl },
			known.etag
		);
		return known.id;
	}
	await wordpress.call( 'POST', `${ ROUTE }/environments`, {
		label: 'Production',
		webhookUrl,
		frontEndUrl,
	} );
	const made = find(
		await wordpress.call< Settings >( 'GET', ROUTE ),
		connection
	);
	if ( ! made ) {
		throw new KitError(
			'WordPress accepted the webhook but does not list it.',
			'look at Headless Deploy → Connections'
		);
	}
	return made.id;
}

/** Access to the platform's API. */
export interface ApiUser {
	apiUrl: string;
	user: string;
	password: string;
}

/**
 * Stores and checks the API user of the platform, so that builds are followed; one that works stays as it is.
 *
 * @param wordpress REST client of an administrator.
 */
export async function followBuilds(
	wordpress: RestClient,
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
