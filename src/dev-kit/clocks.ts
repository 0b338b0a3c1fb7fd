/**
 * `npm run test:clocks`: runs all tests on other days and in other time zones, because a test that reads the real clock
 * passes today and fails later.
 */
import { parseArgs } from 'node:util';
import { prepareResources } from './checks/resources.ts';
import { CHECKS } from './checks/table.ts';
import type { Check } from './checks/check.ts';
import { onShutdown } from './shutdown.ts';
import { describeError } from './kit-error.ts';
import { kitFile, NODE } from './paths.ts';
import { makeProgress } from './progress.ts';
import { findLibfaketime } from './requirements/libfaketime.ts';
import { startSupervised, stopAll } from './supervised-commands.mjs';

interface Clock {
	/** In the format of libfaketime. */
	offset: string;
	timeZone: string;
}

/** One time zone is ahead of UTC. The other is behind it, by hours and a half. */
const CLOCKS: readonly Clock[] = [
	{ offset: '+37d', timeZone: 'Pacific/Auckland' },
	{ offset: '+98d', timeZone: 'America/St_Johns' },
];

/** Only checks that run tests depend on the clock. */
function chosen(): readonly Check[] {
	const { values } = parseArgs( { options: { only: { type: 'string' } } } );
	const only = values.only?.split( ',' );
	return CHECKS.filter(
		( { name, read, onlyByName } ) =>
			read && ! onlyByName && ( ! only || only.includes( name ) )
	);
}

async function runUnder(
	{ offset, timeZone }: Clock,
	checks: readonly Check[],
	library: string
): Promise< boolean > {
	console.log(
		`\n• Running the tests ${ offset } from now, in ${ timeZone }`
	);
	const names = checks.map( ( { name } ) => name ).join( ',' );
	const { code } = await startSupervised(
		NODE,
		[ kitFile( 'checks.ts' ), '--only', names ],
		{
			env: {
				...process.env,
				LD_PRELOAD: library,
				FAKETIME: offset,
				// Durations are measured by the monotonic clock, which stays real.
				FAKETIME_DONT_FAKE_MONOTONIC: '1',
				TZ: timeZone,
			},
			stdout: 'inherit',
			stderr: 'inherit',
		}
	).ended;
	return code === 0;
}

onShutdown( async () => {
	await stopAll();
	process.exit( 130 );
} );

try {
	const checks = chosen();
	const progress = makeProgress( console.log );
	const library = await findLibfaketime( progress );
	// Downloads need the real clock, because certificates have dates.
	await prepareResources(
		new Set( checks.flatMap( ( { requirements } ) => requirements ) ),
		new Set(),
		progress
	);
	await stopAll();
	const results: boolean[] = [];
	for ( const clock of CLOCKS ) {
		results.push( await runUnder( clock, checks, library ) );
	}
	process.exitCode = results.includes( false ) ? 1 : 0;
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }\n` );
	process.exitCode = 1;
}
await stopAll();
process.exit();
