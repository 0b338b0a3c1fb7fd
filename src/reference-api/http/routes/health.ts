import { Type } from 'typebox';
import { missingCode } from '../../builds/missing-code.ts';
import { errorMessage } from '../../lib/errors.ts';
import { HostingError } from '../../model/hosting.ts';
import { documentRoute } from '../route-documentation.ts';
import { describedObject } from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';

/** The check writes to the disk, so more frequent requests get the previous result. */
const CHECK_EVERY_MS = 1000;

const Health = describedObject( 'The platform is ready.', {
	status: Type.Literal( 'ok', {
		description: 'The store can be written, and every edge listens.',
	} ),
	environments: Type.Integer( { description: 'How many edges listen.' } ),
	faultsOn: Type.Integer( {
		description: 'How many fault rules are on.',
	} ),
} );

export interface HealthChecks {
	/** Writes and reads something; throws when it cannot. */
	checkStore: () => Promise< void >;
	/** Environments, and those of them whose edge listens. */
	edges: () => { total: number; open: number };
	/** Live releases, and those of them whose application runs. */
	applications: () => { total: number; running: number };
	/** Live builds that do not run because their files are missing. */
	missingCode: () => readonly { number: number }[];
	/** Whether all live applications have run since the start. */
	isStarted: () => boolean;
	faultsOn: () => number;
	now: () => Date;
}

async function findProblem( checks: HealthChecks ): Promise< string > {
	try {
		await checks.checkStore();
		const { total, open } = checks.edges();
		const [ missing, ...others ] = checks.missingCode();
		if ( missing ) {
			return others.length > 0
				? `The code of ${ others.length + 1 } live builds is missing. Upload it again. The portal shows which sites are not running.`
				: missingCode( missing.number );
		}
		if ( checks.isStarted() ) {
			return open < total
				? `${ total - open } of ${ total } environments have no address. Restart the platform.`
				: '';
		}
		const { running, total: live } = checks.applications();
		return open < total
			? `The platform is starting: ${ open } of ${ total } environments have a port.`
			: `The platform is starting: ${ running } of ${ live } live applications run. The portal shows the output of the others.`;
	} catch ( error ) {
		return `The database cannot be used: ${ errorMessage( error ) }`;
	}
}

/** Checks at most once a second, and once for concurrent requests. */
class Checker {
	readonly #checks: HealthChecks;
	#problem: Promise< string > | null = null;
	#time = Number.NEGATIVE_INFINITY;

	constructor( checks: HealthChecks ) {
		this.#checks = checks;
	}

	problem(): Promise< string > {
		const now = this.#checks.now().getTime();
		const age = now - this.#time;
		if ( ! this.#problem || age >= CHECK_EVERY_MS || age < 0 ) {
			this.#time = now;
			this.#problem = this.#find();
		}
		return this.#problem;
	}

	async #find(): Promise< string > {
		const problem = await findProblem( this.#checks );
		if ( problem !== '' ) {
			// Clients that poll for readiness must not get a cached 503.
			this.#problem = null;
		}
		return problem;
	}
}

/** Registers `/_local/health`, which needs no sign-in. */
export function registerHealth( app: TypedApp, checks: HealthChecks ): void {
	const checker = new Checker( checks );
	const health = documentRoute( {
		config: { open: true, document: { database: 'unused' } },
		id: 'getHealth',
		tag: 'Platform',
		summary: 'Reports whether the platform is ready',
		description:
			'Ready means: the database can be written and read, every environment has its port, no live build lacks its files, and all live applications run again.',
		answers: { 200: Health },
		refusals: [ 503 ],
	} );
	app.get( '/_local/health', health, async () => {
		const problem = await checker.problem();
		if ( problem !== '' ) {
			throw new HostingError( 503, problem, {
				headers: { 'retry-after': '1' },
			} );
		}
		const { open } = checks.edges();
		return {
			status: 'ok' as const,
			environments: open,
			faultsOn: checks.faultsOn(),
		};
	} );
}
