<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Links;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Links\Page_Status;
use HeadlessDeploy\Queue\Cause;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Post;

#[Group( 'mariadb' )]
final class SiteColumnTest extends Links_Test_Case {
	private const NAME = 'headless_deploy_site';

	public function test_the_column_is_before_the_date(): void {
		$columns = apply_filters( 'manage_posts_columns', array( 'title' => 'Title', 'author' => 'Author', 'date' => 'Date' ), 'post' );
		$this->assertSame( array( 'title', 'author', self::NAME, 'date' ), array_keys( $columns ) );
		$this->assertSame( 'On the site', $columns[ self::NAME ] );
		$this->assertArrayHasKey( self::NAME, apply_filters( 'manage_pages_columns', array( 'title' => 'Title' ) ) );
	}

	/**
	 * @param Closure(self): mixed $prepare
	 */
	#[DataProvider( 'lists_without_the_column' )]
	public function test_the_column_is_not_added_where_it_would_show_nothing( Closure $prepare, string $type = 'post' ): void {
		$prepare( $this );
		$this->assertSame( array( 'date' => 'Date' ), apply_filters( 'manage_posts_columns', array( 'date' => 'Date' ), $type ) );
	}

	public static function lists_without_the_column(): iterable {
		yield 'a type without pages' => array( static function (): void {}, 'wp_block' );
		yield 'a type whose changes do not count' => array( static fn( self $test ) => $test->rest( 'PUT', self::API . '/settings/general', array( 'postTypes' => array( 'page' ) ) ) );
		yield 'no front-end URL' => array( static fn( self $test ) => $test->set_front_end( 'production', '' ) );
		yield 'content is not deployed' => array( static fn( self $test ) => $test->rest( 'PUT', self::API . '/settings/environments/production', array( 'automation' => array( 'policy' => array( 'content' => 'none' ) ) ), array( 'If-Match' => '*' ) ) );
		yield 'a user who may not see deployments' => array( static fn( self $test ) => $test->log_in( 'contributor' ) );
	}

	public function test_the_column_remains_for_an_environment_that_changes_refresh_and_nothing_else(): void {
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'automation' => array( 'policy' => array( 'content' => 'none' ) ) ), array( 'If-Match' => '*' ) );
		$this->add_refresh_url();
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		$this->assertArrayHasKey( self::NAME, apply_filters( 'manage_posts_columns', array(), 'post' ) );
	}

	public function test_the_column_remains_while_links_lead_to_wordpress(): void {
		$this->set_links( '' );
		$this->assertArrayHasKey( self::NAME, apply_filters( 'manage_posts_columns', array(), 'post' ) );
		$this->assertStringContainsString( 'href="https://www.example.test/summer/"', $this->cell( $this->summer_on_the_site() ) );
	}

	/**
	 * @param Closure(self): WP_Post $prepare
	 */
	#[DataProvider( 'states' )]
	public function test_shows_the_status_of_a_page( Page_Status $expected, Closure $prepare, string $link = '' ): void {
		$cell = $this->cell( $prepare( $this ) );
		$this->assertStringContainsString( $expected->label(), $cell );
		$this->assertStringContainsString( 'dashicons-' . $expected->icon(), $cell );
		$this->assertSame( '' !== $link, str_contains( $cell, '<a href=' ), $cell );
		$this->assertStringContainsString( $link, $cell );
	}

	/**
	 * @return iterable<string, array{0: Page_Status, 1: Closure(self): WP_Post, 2?: string}>
	 */
	public static function states(): iterable {
		$page   = 'href="https://www.example.test/summer/" aria-label="';
		$run    = 'tab=activity&#038;run=';
		$update = static function ( self $test, array $fields = array( 'post_title' => 'Autumn' ) ): WP_Post {
			$post = $test->summer_on_the_site();
			wp_update_post( array( 'ID' => $post->ID ) + $fields );
			return $test->saved( $post );
		};
		$sent = static function ( Closure $work, string $tracked, int $next_check_at = -1 ): Closure {
			return static function ( self $test ) use ( $work, $tracked, $next_check_at ): WP_Post {
				$post = $work( $test );
				$test->send( $tracked, $next_check_at );
				return $post;
			};
		};
		$fail = static function ( Closure $work ): Closure {
			return static function ( self $test ) use ( $work ): WP_Post {
				$post = $work( $test );
				$test->caller->refuse();
				$test->send();
				return $post;
			};
		};
		$draft = array( 'post_status' => 'draft' );
		yield 'a draft' => array( Page_Status::Not_On_Site, static fn( self $test ) => $test->saved( $test->summer( $draft ) ) );
		yield 'a private post' => array( Page_Status::Not_On_Site, static fn( self $test ) => $test->saved( $test->summer( array( 'post_status' => 'private' ) ) ) );
		yield 'published before the environment was connected' => array( Page_Status::Live, static fn( self $test ) => $test->summer_on_the_site(), $page );
		yield 'just published' => array( Page_Status::Pending, static fn( self $test ) => $test->saved( $test->summer() ) );
		yield 'just updated' => array( Page_Status::Pending, $update, $page );
		yield 'being built' => array( Page_Status::Pending, $sent( $update, 'building', 1 ), $page );
		yield 'accepted, and checked' => array( Page_Status::Pending, $sent( $update, '', 1 ), $page );
		yield 'accepted, and no longer checked' => array( Page_Status::Unconfirmed, $sent( $update, '' ), $page );
		yield 'live' => array( Page_Status::Live, $sent( $update, 'live' ), $page );
		yield 'updated again' => array(
			Page_Status::Pending,
			static function ( self $test ) use ( $update, $sent ): WP_Post {
				$post = $sent( $update, 'live' )( $test );
				wp_update_post( array( 'ID' => $post->ID, 'post_title' => 'Winter' ) );
				return $test->saved( $post );
			},
			$page,
		);
		yield 'the build failed' => array( Page_Status::Failed, $sent( $update, 'failed' ), $run );
		yield 'the call failed' => array( Page_Status::Failed, $fail( $update ), $run );
		yield 'canceled' => array(
			Page_Status::Pending,
			static function ( self $test ) use ( $update ): WP_Post {
				$post = $update( $test );
				$test->dispatcher->cancel( $test->key(), get_current_user_id() );
				return $post;
			},
			$page,
		);
		yield 'refreshed, and the rebuild is pending' => array(
			Page_Status::Live,
			static function ( self $test ) use ( $update ): WP_Post {
				$test->add_refresh_url();
				$test->start_plugin( $test->clock, $test->caller, $test->clock->pass( ... ) );
				$post = $update( $test );
				$test->send( 'live', action: Action::Refresh );
				return $post;
			},
			$page,
		);
		yield 'updated again after a refresh' => array(
			Page_Status::Pending,
			static function ( self $test ) use ( $update ): WP_Post {
				$test->add_refresh_url();
				$test->start_plugin( $test->clock, $test->caller, $test->clock->pass( ... ) );
				$post = $update( $test );
				$test->send( 'live', action: Action::Refresh );
				$test->after( 60 );
				wp_update_post( array( 'ID' => $post->ID, 'post_title' => 'Winter' ) );
				return $test->saved( $post );
			},
			$page,
		);
		yield 'unpublished' => array( Page_Status::Removal_Pending, static fn( self $test ) => $update( $test, $draft ) );
		yield 'unpublished, and not removed' => array( Page_Status::Removal_Failed, $fail( static fn( self $test ) => $update( $test, $draft ) ), $run );
		yield 'unpublished, and removed' => array( Page_Status::Not_On_Site, $sent( static fn( self $test ) => $update( $test, $draft ), 'live' ) );
		yield 'one of many posts of an import' => array(
			Page_Status::Pending,
			static function ( self $test ): WP_Post {
				$first = $test->summer();
				foreach ( range( 1, 60 ) as $number ) {
					$test->post( array( 'post_title' => "Post $number" ) );
				}
				return $test->saved( $first );
			},
		);
		yield 'another post is pending' => array(
			Page_Status::Live,
			static function ( self $test ): WP_Post {
				$post = $test->summer_on_the_site();
				$test->post( array( 'post_title' => 'Other' ) );
				return $test->saved( $post );
			},
			$page,
		);
		yield 'more changes are pending than a page reads' => array(
			Page_Status::Unknown,
			static function ( self $test ): WP_Post {
				$post = $test->summer_on_the_site();
				$test->after( 3_600 );
				foreach ( range( 1, 1_001 ) as $ignored ) {
					$test->add_changes();
				}
				return $post;
			},
		);
	}

	public function test_costs_one_query_whatever_the_number_of_posts(): void {
		$posts = array();
		foreach ( range( 1, 20 ) as $number ) {
			$posts[] = $this->saved( $this->summer( array( 'post_name' => "summer-$number" ) ) );
		}
		$this->start_plugin( $this->clock, $this->caller );
		$queries = $this->queries( fn() => array_map( $this->cell( ... ), $posts ) );
		$this->assertCount( 1, $queries, implode( "\n", $queries ) );
	}

	public function test_says_that_the_status_could_not_be_read_and_does_not_try_again(): void {
		$post = $this->summer_on_the_site();
		add_filter( 'query', static fn( string $sql ): string => str_contains( $sql, 'headless_deploy_changes' ) ? 'SELECT nothing FROM a_table_that_is_not_there' : $sql );
		$cells   = array();
		$queries = $this->queries(
			function () use ( $post, &$cells ): void {
				$cells = $this->with_hidden_errors( fn() => array( $this->cell( $post ), $this->cell( $post ) ) );
			},
		);
		$this->assertSame( array( 'The database did not respond.', 'The database did not respond.' ), $cells );
		$this->assertCount( 1, array_filter( $queries, static fn( string $query ): bool => str_contains( $query, 'a_table_that' ) ), implode( "\n", $queries ) );
	}

	/**
	 * Returns a published post that went live before the first change.
	 */
	private function summer_on_the_site(): WP_Post {
		$post = $this->saved( $this->summer() );
		$this->send( 'live' );
		$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->headless_deploy_changes}" );
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		return $post;
	}

	/**
	 * Ends the request that saved a post.
	 */
	private function saved( WP_Post $post ): WP_Post {
		do_action( 'shutdown' );
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		$saved = get_post( $post->ID );
		$this->assertInstanceOf( WP_Post::class, $saved );
		return $saved;
	}

	/**
	 * Sends what is pending.
	 *
	 * @param string $tracked What tracking has found out; empty for nothing.
	 */
	private function send( string $tracked = '', int $next_check_at = -1, Action $action = Action::Rebuild ): void {
		$this->manual_run->start( 'production', $action, Cause::Manual, get_current_user_id() );
		$GLOBALS['wpdb']->query( $GLOBALS['wpdb']->prepare( "UPDATE {$GLOBALS['wpdb']->headless_deploy_runs} SET tracked_status = %s, next_check_at = %d", $tracked, $next_check_at ) );
	}

	private function cell( WP_Post $post ): string {
		ob_start();
		do_action( 'manage_posts_custom_column', self::NAME, $post->ID );
		return (string) ob_get_clean();
	}
}
