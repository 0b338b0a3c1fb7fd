<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Admin\Failure_Words;
use HeadlessDeploy\Admin\Run_Button;
use HeadlessDeploy\Admin\State_Words;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Status\Status_Schema;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Proves that what PHP prints reads as the script words it: both are held to test/contract/state-words.json.
 */
final class StateWordsTest extends Wp_Test_Case {
	private const GOLDEN = 'state-words';

	private State_Words $words;

	protected function setUp(): void {
		parent::setUp();
		update_option( 'timezone_string', Contract::read( self::GOLDEN )['timeZone'] );
		array_map( update_option( ... ), array_keys( Contract::read( self::GOLDEN )['options'] ), Contract::read( self::GOLDEN )['options'] );
		$this->words = new State_Words( new Manual_Clock( (int) strtotime( Contract::read( self::GOLDEN )['now'] ) * 1000 ) );
	}

	public function test_the_browser_is_sent_the_formats_that_its_words_are_written_in(): void {
		$this->assertSame( Contract::read( self::GOLDEN )['dates'], Site_Time::formats() );
	}

	/**
	 * @param array<string, mixed> $case What differs from the base, and how it reads.
	 */
	#[DataProvider( 'states' )]
	public function test_a_state_reads_as_in_the_browser( array $case ): void {
		$environment = self::entry( $case['environment'] );
		$found       = array(
			'symbol'   => $this->words->symbol( $environment ),
			'headline' => $this->words->headline( $environment ),
			'rebuild'  => Run_Button::label( Action::Rebuild, $environment, $this->words ),
			'cancel'   => Run_Button::cancel_label( $environment, $this->words ),
			'lastRun'  => $this->words->last_run( $environment ),
		);
		$this->assertSame( array_intersect_key( $case, $found ), array_intersect_key( $found, $case ) );
	}

	/**
	 * @param array<string, mixed> $case What differs from the base.
	 */
	#[DataProvider( 'states' )]
	public function test_every_case_is_a_status( array $case ): void {
		$environments = array( self::entry( $case['environment'] ) );
		$this->assertTrue( rest_validate_value_from_schema( $environments, Status_Schema::status()['properties']['environments'], 'environments' ) );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>}>
	 */
	public static function states(): iterable {
		return Contract::cases( self::GOLDEN, 'states' );
	}

	/**
	 * @param array<string, mixed> $case Environments, and which is the most urgent.
	 */
	#[DataProvider( 'urgencies' )]
	public function test_the_most_urgent_is_the_one_that_the_browser_finds( array $case ): void {
		$all = array_map( self::entry( ... ), $case['environments'] );
		foreach ( array_keys( $all ) as $place ) {
			$all[ $place ]['id'] = "environment-$place";
		}
		$this->assertSame( "environment-{$case['most']}", $this->words->by_urgency( $all )[0]['id'] );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>}>
	 */
	public static function urgencies(): iterable {
		return Contract::cases( self::GOLDEN, 'urgency' );
	}

	/**
	 * @param array<string, mixed> $case A code and its words.
	 */
	#[DataProvider( 'failures' )]
	public function test_a_failure_reads_as_in_the_browser( array $case ): void {
		$this->assertSame( $case['headline'], Failure_Words::headline( $case['code'] ) );
		$this->assertSame( $case['needsNewUrl'], Failure_Words::needs_new_url( $case['code'] ) );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>}>
	 */
	public static function failures(): iterable {
		return Contract::cases( self::GOLDEN, 'failures' );
	}

	public function test_every_code_of_a_call_that_fails_is_among_them(): void {
		$page  = (string) file_get_contents( dirname( __DIR__, 3 ) . '/docs/error-codes.md' );
		$calls = explode( '<!-- generated: what came of a call -->', $page )[1] ?? '';
		preg_match_all( '/^\| `(headless_deploy_\w+)`/m', $calls, $found );
		// A warning beside a success, and what became of runs that nobody wants any more.
		$codes = array_diff( $found[1], array( 'headless_deploy_html_answer', 'headless_deploy_environment_removed' ) );
		$this->assertGreaterThan( 15, count( $codes ) );
		$this->assertSame( array(), array_diff( $codes, array_column( Contract::read( self::GOLDEN )['failures'], 'code' ) ) );
	}

	/**
	 * Lays what a case says over the base.
	 *
	 * @param  array<string, mixed> $over
	 * @return array<string, mixed>
	 */
	private static function entry( array $over ): array {
		$base = Contract::read( self::GOLDEN )['base'];
		return array(
			'pending' => array_map( static fn( array $run ): array => $run + $base['pendingRun'], $over['pending'] ?? array() ),
			'sending' => array_map( static fn( string $state ): array => array( 'state' => $state ) + $base['run'], $over['sending'] ?? array() ),
			'last'    => isset( $over['last'] ) ? $over['last'] + $base['run'] : null,
		) + $over + $base['environment'];
	}
}
