import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { plainText } from '../../shared/plain-text.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { fetchOrExplain, parseHostUrl, withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { printResult } from '../output.ts';
import { findAccount, isLocalPlatform, isUuid } from '../place.ts';
import { addAccountOptions } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';
import { redact } from '../secrets.ts';
import { CASES } from '../verify/cases.ts';
import type {
	Difference,
	SendRequest,
	VerificationTarget,
} from '../verify/cases.ts';

interface Options extends AppOptions {
	usageHost?: string;
	accountId?: string;
	wordpress?: string;
	write?: boolean;
}

interface Result {
	section: string;
	title: string;
	result: 'same' | 'different' | 'skipped';
	differences: Difference[];
}

const REQUEST_TIMEOUT_MS = 60_000;
/** A response can be a page of HTML. */
const MAX_CHARACTERS = 300;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const MARKS: Record< Result[ 'result' ], string > = {
	same: '✓',
	different: '✗',
	skipped: '–',
};

function makeRequester(
	context: Context,
	host: Host,
	url: string
): SendRequest {
	const wrong = `Basic ${ btoa( `${ host.user }:not-the-password` ) }`;
	const headers = {
		user: { authorization: host.authorization },
		'wrong password': { authorization: wrong },
		anonymous: {},
	};
	return ( path, init = {}, as = 'user' ) =>
		fetchOrExplain( context, url + path, {
			...init,
			redirect: 'manual',
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
			headers: { ...init.headers, ...headers[ as ] },
		} );
}

/** Replaces what identifies the user, so that the report can be shared. */
function makeMask( host: Host, { account, install }: VerificationTarget ) {
	const names = [ host.user, account, install ].filter(
		( name ) => name !== ''
	);
	return ( text: string ): string => {
		const short = redact( plainText( text ), [ host.password ] )
			.replace( UUID, '<uuid>' )
			.slice( 0, MAX_CHARACTERS );
		return names.reduce(
			( masked, name ) => masked.replaceAll( name, '<name>' ),
			short
		);
	};
}

/** Finds the UUID where the host lists accounts; the interface document has no such call. */
async function findAccountId( host: Host, account: string ): Promise< string > {
	if ( isUuid( account ) || ! ( await isLocalPlatform( host ) ) ) {
		return '';
	}
	const { data } = await host.client.GET( '/v1/accounts', {} );
	return data?.results.find( ( { name } ) => name === account )?.id ?? '';
}

async function runCases(
	target: VerificationTarget,
	isWriting: boolean,
	mask: ( text: string ) => string
): Promise< Result[] > {
	const results: Result[] = [];
	const state = { environment: '' };
	for ( const one of CASES ) {
		const { section, title } = one;
		const isSkipped =
			( one.isWriting && ! isWriting ) ||
			( one.needsAccountId && target.accountId === '' );
		const differences = isSkipped ? [] : await one.run( target, state );
		const verdict = differences.length > 0 ? 'different' : 'same';
		results.push( {
			section,
			title,
			result: isSkipped ? 'skipped' : verdict,
			differences: differences.map( ( { expected, actual } ) => ( {
				expected: mask( expected ),
				actual: mask( actual ),
			} ) ),
		} );
	}
	return results;
}

function formatResult( { section, title, result, differences }: Result ) {
	return [
		`${ MARKS[ result ] } ${ section } ${ title }${ result === 'skipped' ? ' (skipped)' : '' }`,
		...differences.map(
			( { expected, actual } ) =>
				`    expected ${ expected }, got ${ actual }`
		),
	].join( '\n' );
}

/** The interface document has no call that deletes; the local platform has. */
async function deleteApp(
	context: Context,
	host: Host,
	{ account, app }: VerificationTarget
): Promise< void > {
	if ( await isLocalPlatform( host ) ) {
		await host.client.DELETE( '/v1/accounts/{account}/apps/{app}', {
			params: { path: { account, app } },
		} );
	} else {
		context.warn(
			`The application ${ app } was created. Delete it in the portal of the host.`
		);
	}
}

async function verify(
	context: Context,
	host: Host,
	options: Options
): Promise< void > {
	const account = await findAccount( host );
	const { write = false, wordpress = '' } = options;
	if ( write && wordpress === '' ) {
		throw new CliError(
			EXIT.usage,
			'--write creates an environment. Use --wordpress <install> too.'
		);
	}
	const usageUrl = options.usageHost
		? parseHostUrl( options.usageHost )
		: host.url;
	const target: VerificationTarget = {
		account,
		accountId:
			options.accountId ?? ( await findAccountId( host, account ) ),
		install: wordpress,
		app: `verify-${ randomUUID().slice( 0, 8 ) }`,
		request: makeRequester( context, host, host.url ),
		requestUsage: makeRequester( context, host, usageUrl ),
	};
	const results = await runCases( target, write, makeMask( host, target ) );
	if ( write ) {
		await deleteApp( context, host, target );
	}
	const count = ( result: Result[ 'result' ] ) =>
		results.filter( ( one ) => one.result === result ).length;
	const different = count( 'different' );
	printResult( context, options, results, [
		...results.map( formatResult ),
		`${ count( 'same' ) } as documented, ${ different } different, ${ count( 'skipped' ) } skipped.`,
	] );
	if ( different > 0 ) {
		throw new CliError(
			EXIT.refused,
			'The host differs from the interface document.'
		);
	}
}

export function define( command: Command, context: Context ): void {
	addAccountOptions( command )
		.option(
			'--usage-host <address>',
			'address of the usage API (default: that of the host)'
		)
		.option( '--account-id <uuid>', 'UUID of the account in the usage API' )
		.option(
			'--write',
			'also create an application and an environment, upload code and measure disk usage'
		)
		.option(
			'--wordpress <install>',
			'WordPress install of the new environment'
		)
		.action( ( options: Options ) =>
			withHost( context, options, ( host ) =>
				verify( context, host, options )
			)
		);
}
