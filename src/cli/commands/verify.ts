import { randomUUID } from 'node:crypto';
import { plainText } from '../../shared/plain-text.ts';
import { onHost } from '../command.ts';
import type { Result } from '../command.ts';
import { CliError, EXIT, usageError } from '../exit-codes.ts';
import { fetchOrExplain, parseHostUrl } from '../host.ts';
import type { Host, HostOptions } from '../host.ts';
import { isLocalPlatform, isUuid, listAccountIds } from '../place.ts';
import { redact } from '../secrets.ts';
import { CASES } from '../verify/cases.ts';
import type {
	Difference,
	SendRequest,
	VerificationTarget,
} from '../verify/cases.ts';

interface Options extends Pick< HostOptions, 'allowHttp' > {
	usageHost?: string;
	accountId?: string;
	wordpress?: string;
	write?: boolean;
}

interface Verdict {
	section: string;
	title: string;
	result: 'same' | 'different' | 'skipped';
	differences: Difference[];
}

const REQUEST_TIMEOUT_MS = 60_000;
/** A response can be a page of HTML. */
const MAX_CHARACTERS = 300;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const MARKS = { same: '✓', different: '✗', skipped: '–' };

function makeRequester( host: Host, url: string ): SendRequest {
	const wrong = `Basic ${ btoa( `${ host.user }:not-the-password` ) }`;
	const headers = {
		user: { authorization: host.authorization },
		'wrong password': { authorization: wrong },
		anonymous: {},
	};
	return ( path, init = {}, as = 'user' ) =>
		fetchOrExplain( host.context, url + path, {
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
		const short = redact( plainText( text ), host.secrets )
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
	const accounts = await listAccountIds( host );
	return accounts.find( ( { name } ) => name === account )?.id ?? '';
}

async function runCases(
	target: VerificationTarget,
	isWriting: boolean,
	mask: ( text: string ) => string
): Promise< Verdict[] > {
	const verdicts: Verdict[] = [];
	const state = { environment: '' };
	for ( const one of CASES ) {
		const { section, title } = one;
		const isSkipped =
			( one.isWriting && ! isWriting ) ||
			( one.needsAccountId && target.accountId === '' );
		const found = isSkipped ? [] : await one.run( target, state );
		const differences = found.map( ( { expected, actual } ) => ( {
			expected: mask( expected ),
			actual: mask( actual ),
		} ) );
		const result = differences.length > 0 ? 'different' : 'same';
		verdicts.push( {
			section,
			title,
			result: isSkipped ? 'skipped' : result,
			differences,
		} );
	}
	return verdicts;
}

function report( verdicts: Verdict[] ): Result {
	const count = ( wanted: Verdict[ 'result' ] ) =>
		verdicts.filter( ( { result } ) => result === wanted ).length;
	const different = count( 'different' );
	return {
		json: verdicts,
		lines: [
			...verdicts.flatMap(
				( { section, title, result, differences } ) => [
					`${ MARKS[ result ] } ${ section } ${ title }${ result === 'skipped' ? ' (skipped)' : '' }`,
					...differences.map(
						( { expected, actual } ) =>
							`    expected ${ expected }, got ${ actual }`
					),
				]
			),
			`${ count( 'same' ) } as documented, ${ different } different, ${ count( 'skipped' ) } skipped.`,
		],
		failure:
			different === 0
				? null
				: new CliError(
						EXIT.refused,
						'The host differs from the interface document.'
					),
	};
}

/** The interface document has no call that deletes; the local platform has. */
async function deleteApp(
	host: Host,
	{ account, app }: VerificationTarget
): Promise< void > {
	if ( await isLocalPlatform( host ) ) {
		await host.client.DELETE( '/v1/accounts/{account}/apps/{app}', {
			params: { path: { account, app } },
		} );
	} else {
		host.context.warn(
			`The application ${ app } was created. Delete it in the portal of the host.`
		);
	}
}

async function verify(
	host: Host & { path: string },
	options: Options
): Promise< Result > {
	const { write = false, wordpress = '', usageHost, accountId } = options;
	const account = host.path;
	if ( write && wordpress === '' ) {
		throw usageError(
			'--write creates an environment. Use --wordpress <install> too.'
		);
	}
	const usageUrl = usageHost ? parseHostUrl( usageHost, options ) : host.url;
	const target: VerificationTarget = {
		account,
		accountId: accountId ?? ( await findAccountId( host, account ) ),
		install: wordpress,
		app: `verify-${ randomUUID().slice( 0, 8 ) }`,
		request: makeRequester( host, host.url ),
		requestUsage: makeRequester( host, usageUrl ),
	};
	const verdicts = await runCases( target, write, makeMask( host, target ) );
	if ( write ) {
		await deleteApp( host, target );
	}
	return report( verdicts );
}

export const definition = onHost( 'account', {
	about: 'compare a host with the interface document',
	options: {
		'--usage-host <address>':
			'address of the usage API (default: that of the host)',
		'--account-id <uuid>': 'UUID of the account in the usage API',
		'--write':
			'also create an application and an environment, upload code and measure disk usage',
		'--wordpress <install>': 'WordPress install of the new environment',
	},
	run: verify,
} );
