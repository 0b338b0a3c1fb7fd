/**
 * How many tests passed, failed and were skipped, read from what the runners report.
 */
export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/** Adds counts up. */
export function sum( all: Counts[] ): Counts {
	return all.reduce(
		( total, one ) => ( {
			passed: total.passed + one.passed,
			failed: total.failed + one.failed,
			skipped: total.skipped + one.skipped,
		} ),
		{ passed: 0, failed: 0, skipped: 0 }
	);
}

/** The counts of a command that is one check as a whole. */
export function oneOf( code: number ): Counts {
	return code === 0
		? { passed: 1, failed: 0, skipped: 0 }
		: { passed: 0, failed: 1, skipped: 0 };
}

/** Reads PHPUnit's JUnit report: the first suite that counts has the sums. */
export function fromJunit( xml: string ): Counts {
	// One that failed before its first test is told outside of the suite that has the sums.
	const suite = /<testsuite\s[^>]*\btests="[^>]*>/.exec( xml )?.[ 0 ] ?? '';
	const number = ( name: string ): number =>
		Number(
			new RegExp( `\\b${ name }="(\\d+)"` ).exec( suite )?.[ 1 ] ?? 0
		);
	const failed = number( 'errors' ) + number( 'failures' );
	const skipped = number( 'skipped' );
	return { passed: number( 'tests' ) - failed - skipped, failed, skipped };
}

/** Reads Vitest's JSON report. */
export function fromVitest( json: string ): Counts {
	const report = JSON.parse( json ) as Record< string, number | undefined >;
	return {
		passed: report.numPassedTests ?? 0,
		failed: report.numFailedTests ?? 0,
		skipped: ( report.numPendingTests ?? 0 ) + ( report.numTodoTests ?? 0 ),
	};
}

/**
 * Reads Playwright's JSON report; a test that passed only at its second try counts as failed.
 */
export function fromPlaywright( json: string ): Counts {
	const { stats } = JSON.parse( json ) as {
		stats: Record<
			'expected' | 'unexpected' | 'flaky' | 'skipped',
			number
		>;
	};
	return {
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky,
		skipped: stats.skipped,
	};
}

/** Reads counts that a check of this project has written. */
export function fromCounts( json: string ): Counts {
	const { passed, failed, skipped } = JSON.parse( json ) as Counts;
	return { passed, failed, skipped };
}

/**
 * Judges a runner by its report and its exit code: a crash outside of any test, a missing report and a run without
 * tests are failures too.
 *
 * @param code   The runner's exit code.
 * @param report What it wrote, or null.
 */
export function judge(
	code: number,
	report: string | null,
	read: ( report: string ) => Counts
): Counts {
	let counts: Counts;
	try {
		counts = read( report ?? '' );
	} catch {
		return oneOf( 1 );
	}
	const ran = counts.passed + counts.failed + counts.skipped;
	const isWrong = ran === 0 || ( code !== 0 && counts.failed === 0 );
	return isWrong ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** The last line of `npm test`. */
export function summary( counts: Counts ): string {
	return `${ counts.passed } passed, ${ counts.failed } failed, ${ counts.skipped } skipped`;
}
