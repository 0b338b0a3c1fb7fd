/** Creates applications and environments, with the calls of the interface document only. */
import { bodyOf } from '../platform-client/platform-client.ts';
import { CliError, EXIT } from './exit-codes.ts';
import type { Host } from './host.ts';
import type { AppPlace } from './place.ts';
import { expectShape } from './response-shape.ts';

export const REGIONS = [ 'US-C', 'AUS-SE', 'UK', 'EU-W' ] as const;

export type Region = ( typeof REGIONS )[ number ];

export interface NewEnvironment {
	displayName: string;
	/** Name of the WordPress install. */
	wordpress: string;
	rootDirectory?: string;
	variables?: { key: string; value: string }[];
}

export async function createApp(
	{ client }: Host,
	{ account, app }: AppPlace,
	region: Region
): Promise< void > {
	await client.POST( '/v1/accounts/{account}/apps', {
		params: { path: { account }, query: { appId: app } },
		body: { region: `regions/${ region }`, uploadable: {} },
	} );
}

/** @return The ID of the environment. */
export async function createEnvironment(
	{ client }: Host,
	{ account, app }: AppPlace,
	{ displayName, wordpress, rootDirectory, variables }: NewEnvironment
): Promise< string > {
	const { name } = expectShape(
		await bodyOf(
			client.POST( '/v1/accounts/{account}/apps/{app}/environments', {
				params: { path: { account, app } },
				body: {
					displayName,
					branch: 'uploadable',
					wpEnvironment: wordpress,
					...( rootDirectory === undefined ? {} : { rootDirectory } ),
					...( variables === undefined
						? {}
						: { shellVariables: variables } ),
				},
			} )
		),
		{ name: '' },
		'operation'
	);
	const [ , id ] = /\/environments\/([^/]+)\//.exec( name ) ?? [];
	if ( id === undefined ) {
		throw new CliError(
			EXIT.refused,
			`The environment ${ displayName } was created, but the response does not contain its ID.`
		);
	}
	return id;
}

/** Lists the names of the WordPress installs that an account can use. Only on the local platform. */
export async function listInstallNames(
	{ client }: Host,
	account: string
): Promise< string[] > {
	const { installs } = expectShape(
		await bodyOf( client.GET( '/_local/installs' ) ),
		{ installs: [ { name: '', accountName: '' } ] },
		'installs'
	);
	return installs
		.filter( ( { accountName } ) =>
			[ account, '' ].includes( accountName )
		)
		.map( ( { name } ) => name );
}
