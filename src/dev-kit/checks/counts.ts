export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

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

/** Counts a command as one test. */
export function oneOf( code: number ): Counts {
	return code === 0
		? { passed: 1, failed: 0, skipped: 0 }
		: { passed: 0, failed: 1, skipped: 0 };
}

/** Reads the JUnit report of PHPUnit. The first suite with a count has the sums. */
export function fromJunit( xml: string ): Counts {
	// A class that failed before its first test is reported outside of the suite with the sums.
	const suite = /<testsuite\s[^>]*\btests="[^>]*>/.exec( xml )?.[ 0 ] ?? '';
	const number = ( name: string ): number =>
		Number(
			new RegExp( `\\b${ name }="(\\d+)"` ).exec( suite )?.[ 1 ] ?? 0
		);
	const failed = number( 'errors' ) + number( 'failures' );
	const skipped = number( 'skipped' );
	return { passed: number( 'tests' ) - failed - skipped, failed, skipped };
}

export function fromVitest( json: string ): Counts {
	const report = JSON.parse( json ) as Record< string, number | undefined >;
	return {
		passed: report.numPassedTests ?? 0,
		failed: report.numFailedTests ?? 0,
		skipped: ( report.numPendingTests ?? 0 ) + ( report.numTodoTests ?? 0 ),
	};
}

/** A test that passed only in its second attempt counts as failed. */
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

export function fromCounts( json: string ): Counts {
	const { passed, failed, skipped } = JSON.parse( json ) as Counts;
	return { passed, failed, skipped };
}

/**
 * Counts the tests of a runner by its report and its exit code. A crash outside of a test, a missing report and a run
 * without tests count as failures too.
 */
export function countTests(
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
