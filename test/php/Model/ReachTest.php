<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\Attributes\Group;

/**
 * A model that reaches no unusual state finds no bug: some schedules together must reach each of them.
 */
#[Group( 'newest' )]
#[Group( 'processes' )]
final class ReachTest extends Model_Test_Case {
	private const SCHEDULES = 150;

	/**
	 * Seeds that reach all states today. When the code changes, others may have to.
	 */
	private const FIRST_SEEDS = array( 2, 3, 4, 7, 10, 12, 16, 17, 20, 25, 31, 34, 39, 44, 50, 54, 59, 65, 81, 102, 108, 115, 119, 120, 211, 244 );

	private const RARE = array(
		'killed',
		'killed during its call',
		'error 1317',
		'error 1205',
		'error 2013',
		'error 2013 after the write',
		'a failed read at an entry point',
		'a read of before',
		'a cache with nothing',
		'a cache with nothing for all',
		'a cache with older values',
		'a cache with older values for all',
		'a day without an environment',
		'killed: settings',
		'killed: recurring',
		'an answer that is read late',
		'an answer to a sender that has lost its lease',
		'4 processes at a time',
		'a pause because of the token that ends by a success',
		'7 attempts, then retrying',
		'manual run: sent',
		'manual run: refused',
		'manual run: waits',
		'a cancel: canceled',
		'a cancel: headless_deploy_already_sending',
		'a cancel: headless_deploy_nothing_pending',
		'cleanRebuild accepted',
		'cleanRebuild failed',
		'cleanRebuild canceled',
		'purgeCache accepted',
		'purgeCache failed',
		'purgeCache canceled',
		'refresh accepted',
		'refresh failed',
		'refresh canceled',
		'refresh replaced by purgeCache',
		'purgeCache replaced by rebuild',
		'refresh: none',
		'refresh: 410',
		'refresh: 200 a web page',
		'a refresh in parts',
		'a refresh that is repeated after it was accepted',
		'a front end that says 200 and does nothing',
		'a front end that has missed a request',
		'front end: restart without its sequence',
		'front end: restore',
		'feed: all',
		'feed: some',
		'killed: feed',
		'a late commit',
		'a transaction that is rolled back',
		'rows that were pruned',
		'answer: none',
		'answer: 410',
		'answer: 503 Retry-After: 90000',
		'answer: 503 Retry-After: 3600',
	);

	public function test_some_schedules_reach_all_rare_states(): void {
		$missing = self::RARE;
		foreach ( array( ...self::FIRST_SEEDS, ...range( 1, self::SCHEDULES ) ) as $seed ) {
			if ( array() === $missing ) {
				break;
			}
			$missing = array_diff( $missing, array_keys( $this->play( $seed )->reached ) );
		}
		$this->assertSame( array(), array_values( $missing ) );
	}

	public function test_a_seed_gives_the_same_log_each_time(): void {
		foreach ( array( 3, 14, 15 ) as $seed ) {
			$this->assertSame( (string) $this->play( $seed ), (string) $this->play( $seed ) );
		}
	}
}
