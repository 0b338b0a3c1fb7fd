<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Changes\Change_Context;
use HeadlessDeploy\Environments\Automation;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;

final class PolicyTest extends Changes_Test_Case {
	private const FILTER = 'headless_deploy_action_for_change';

	public function test_all_sources_but_comments_rebuild_by_default(): void {
		$policy = array_replace( array_fill_keys( Automation::SOURCES, 'rebuild' ), array( 'comments' => 'none' ) );
		$this->assertSame( $policy, Automation::from_array( null )->to_array()['policy'] );
		$given = array( 'policy' => array( 'content' => 'purgeCache' ) );
		$this->assertSame( array( 'content' => 'purgeCache' ) + $policy, Automation::from_array( $given )->to_array()['policy'], 'Each source has its own default.' );
		$this->assertSame( Automation::from_array( $given )->policy, $this->connect( 'Production', $given )->automation->policy, 'The same in wp-config.php and over REST.' );
	}

	public function test_each_environment_has_its_own_policy(): void {
		$this->connect( 'Production', array( 'policy' => array( 'content' => 'cleanRebuild' ) ) );
		$this->connect( 'Staging', array( 'policy' => array( 'content' => 'purgeCache' ) ) );
		$this->connect( 'Archive', array( 'policy' => array( 'content' => 'none' ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->post();
		$this->assertSame( array( 'production cleanRebuild', 'staging purgeCache' ), $this->actions() );
	}

	public function test_a_filter_that_throws_loses_no_change(): void {
		$this->watch( 'content' );
		$calls = 0;
		add_filter(
			self::FILTER,
			static function () use ( &$calls ): never {
				++$calls;
				throw new RuntimeException( 'Broken.' );
			},
		);
		$this->post();
		$this->assertSame( array( 'production rebuild' ), $this->actions() );
		$this->assertFalse( doing_filter( self::FILTER ), 'It does not count as running ever after.' );
		$this->post();
		$this->assertSame( 2, $calls );
	}

	public function test_the_filter_is_not_called_for_changes_that_it_causes(): void {
		$this->watch( 'content', 'request' );
		$calls = 0;
		add_filter(
			self::FILTER,
			static function ( ?string $action ) use ( &$calls ): ?string {
				if ( ++$calls < 100 ) {
					headless_deploy_request( "Imported $calls" );
				}
				return $action;
			},
		);
		$this->post();
		$this->assertSame( 1, $calls );
	}

	public function test_the_filter_receives_the_change(): void {
		$this->watch( 'content', 'options' );
		$seen = array();
		add_filter(
			self::FILTER,
			static function ( ?string $action, Change_Context $context, string $environment ) use ( &$seen ): ?string {
				$seen[] = array( $action, array_values( get_object_vars( $context ) ), $environment );
				return $action;
			},
			10,
			3,
		);
		$id = $this->post();
		update_option( 'blogname', 'Other' );
		$user = get_current_user_id();
		$this->assertSame(
			array(
				array( 'rebuild', array( 'content', 'published', 'post', $id, 'post', '', $user, get_current_blog_id() ), 'production' ),
				array( 'rebuild', array( 'options', 'changed', 'option', 0, '', 'blogname', $user, get_current_blog_id() ), 'production' ),
			),
			$seen,
		);
	}

	/**
	 * Results of a filter and the actions that follow, where the policy says rebuild.
	 */
	public static function answers(): array {
		return array(
			'another action'      => array( 'purgeCache', array( 'production purgeCache' ) ),
			'nothing'             => array( null, array() ),
			'the action none'     => array( 'none', array() ),
			'a misspelled action' => array( 'Rebuild', array( 'production rebuild' ) ),
			'a truth'             => array( true, array( 'production rebuild' ) ),
			'a lie'               => array( false, array( 'production rebuild' ) ),
			'a number'            => array( 0, array( 'production rebuild' ) ),
			'an empty text'       => array( '', array( 'production rebuild' ) ),
			'a list'              => array( array( 'purgeCache' ), array( 'production rebuild' ) ),
			'an object'           => array( new \stdClass(), array( 'production rebuild' ) ),
		);
	}

	/**
	 * The filter decides; after an invalid answer the policy decides.
	 *
	 * @param list<string> $expected
	 */
	#[DataProvider( 'answers' )]
	public function test_the_filter_decides_and_invalid_answers_change_nothing( mixed $answer, array $expected ): void {
		$this->watch( 'content' );
		add_filter( self::FILTER, static fn(): mixed => $answer );
		$this->post();
		$this->assertSame( $expected, $this->actions() );
	}

	public function test_forum_topics_of_visitors_start_only_refreshes_until_their_type_is_chosen(): void {
		require_once __DIR__ . '/Listeners/bbpress-functions.php';
		register_post_type( 'forum_topic', array( 'public' => true ) );
		register_post_type( 'bp-email', array( 'public' => true ) );
		$this->watch_with_refresh( 'content' );
		$this->post( array( 'post_type' => 'bp-email' ) );
		$topic = $this->post( array( 'post_type' => 'forum_topic' ) );
		$this->assertSame( array( "published $topic" ), preg_replace( '/ path=.*/', '', $this->changes_of( 'refresh' ) ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->rest( 'PUT', '/headless-deploy/v1/settings/general', array( 'postTypes' => array( 'post', 'forum_topic' ) ) );
		$this->forget();
		wp_update_post( array( 'ID' => $topic, 'post_title' => 'Other' ) );
		$built = $this->changes_of( 'build' );
		unregister_post_type( 'forum_topic' );
		unregister_post_type( 'bp-email' );
		$this->assertCount( 1, $built );
	}

	public function test_the_filter_can_choose_an_action_that_no_policy_has(): void {
		$this->watch();
		add_filter( self::FILTER, static fn( ?string $action, Change_Context $context ): ?string => 'terms' === $context->source ? 'purgeCache' : $action, 10, 2 );
		$this->post();
		wp_update_term( (int) get_option( 'default_category' ), 'category', array( 'name' => 'News' ) );
		$this->assertSame( array( 'production purgeCache' ), $this->actions() );
	}

	/**
	 * Ends the request and returns the saved changes as `environment action`.
	 *
	 * @return list<string>
	 */
	private function actions(): array {
		global $wpdb;
		do_action( 'shutdown' );
		return array_values( $wpdb->get_col( "SELECT CONCAT(environment_id, ' ', action) FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
	}
}
