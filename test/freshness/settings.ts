import { makeDatabase } from '../concurrency/database.ts';
import { startWorld } from './world.ts';
import type { Policy, World } from './world.ts';

const {
	HEADLESS_DEPLOY_TEST_PHP: php = 'php',
	HEADLESS_DEPLOY_TEST_WORDPRESS: wordpress = '',
	HEADLESS_DEPLOY_TEST_WP_CLI: wpCli = '',
	HEADLESS_DEPLOY_TEST_MYSQL_SOCKET: socket = '',
	HEADLESS_DEPLOY_TEST_CHANGES: changes = '200',
	HEADLESS_DEPLOY_TEST_SEED: firstRound = '1',
	HEADLESS_DEPLOY_TEST_KIND: kind = '',
	HEADLESS_DEPLOY_TEST_TABLE: table = '',
} = process.env;

/** Changes of a round wear its world out: posts, users and files get fewer. */
const CHANGES_IN_A_ROUND = 100;

/** A world that has changed may need another object for a change of a kind. */
export const SEEDS_TRIED = 2;

/** A number of changes in a world of their own. */
export interface Round {
	number: number;
	count: number;
}

export { php };
export const hasMariadb = socket !== '';
/** The kind of all changes; empty for any. */
export const onlyKind = kind;
/** Whether the test writes the table of docs/performance.md. */
export const writesTable = table !== '';

/** The rounds of this run, by the variables of docs/freshness-test.md. */
export const ROUNDS: readonly Round[] = Array.from(
	{ length: Math.ceil( Number( changes ) / CHANGES_IN_A_ROUND ) },
	( _, index ) => ( {
		number: Number( firstRound ) + index,
		count: Math.min(
			CHANGES_IN_A_ROUND,
			Number( changes ) - index * CHANGES_IN_A_ROUND
		),
	} )
);

/** Every second round runs on MariaDB, if there is one. */
export function runsOnMariadb( { number }: Round ): boolean {
	return hasMariadb && number % 2 === 0;
}

/** Seeds of the changes of a round. */
export function seedsOf( { number, count }: Round ): number[] {
	return Array.from(
		{ length: count },
		( _, index ) => number * 1_000 + index + 1
	);
}

/** Starts the world of a round, and ends it after use. */
export async function withWorld(
	round: Round,
	policy: Policy,
	act: ( world: World ) => Promise< void >
): Promise< void > {
	const database = runsOnMariadb( round )
		? await makeDatabase( php, socket )
		: null;
	const { number } = round;
	const world = await startWorld( {
		...{ php, wordpress, wpCli, database, number, policy },
	} );
	try {
		await act( world );
	} finally {
		await world.stop();
		await database?.drop();
	}
}
