<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Search;
use HeadlessDeploy\Runs\Search_Reasons;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class SearchTest extends Rest_Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public static function reasons(): array {
		$option = array( 'event' => 'changed', 'type' => 'option', 'subtype' => '', 'id' => 0, 'user' => 0, 'at' => 1, 'name' => 'blogname' );
		return array(
			'a setting by its label'      => array( $option, 'site TITLE' ),
			'an option by its name'       => array( array( 'name' => 'my_banner' ) + $option, 'my_ban' ),
			'a theme'                     => array( array( 'event' => 'switched', 'type' => 'theme', 'name' => 'Twenty Ten' ) + $option, 'twenty' ),
			'the reason of a request'     => array( array( 'type' => 'request', 'name' => 'Größe “XL” importiert' ) + $option, 'GRÖß' ),
			'a name with signs'           => array( array( 'type' => 'request', 'name' => 'C:\\a/b "quoted" 50%' ) + $option, 'a/b "QUO' ),
			'another alphabet'            => array( array( 'type' => 'request', 'name' => '夏のコレクション' ) + $option, 'コレク' ),
			'a kind of content'           => array( array( 'event' => 'updated', 'type' => 'post', 'subtype' => 'page', 'id' => 999 ), 'page' ),
			'what happened to it'         => array( array( 'event' => 'trashed', 'type' => 'post', 'subtype' => 'post', 'id' => 999 ), 'trash' ),
			'changes that were missed'    => array( array( 'event' => 'requested', 'type' => 'missed' ), 'were NOT recorded' ),
			'a sentence without any name' => array( array( 'event' => 'changed', 'type' => 'styles' ), 'Styles' ),
		);
	}

	/**
	 * @param array<string, string|int> $reason Members of a stored reason.
	 */
	#[DataProvider( 'reasons' )]
	public function test_finds_words_of_a_reason( array $reason, string $search_text ): void {
		$this->start_manual_run( Action::PurgeCache, 0 );
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 1, array( new Stored_Reason( ...$reason ) ) ) ) );
		$id = $this->start_manual_run( Action::Rebuild, 0 );
		$this->assertSame( array( $id ), $this->found( $search_text ) );
		$this->assertSame( array(), $this->found( $search_text . ' nowhere' ) );
	}

	public function test_finds_titles_of_posts_terms_and_menus(): void {
		$this->start_manual_run( Action::PurgeCache, 0 );
		$post = $this->post( array( 'post_title' => 'Linen shirt, natural' ) );
		$this->send();
		wp_update_term( (int) get_option( 'default_category' ), 'category', array( 'name' => 'Winter coats' ) );
		$second = $this->send();
		wp_create_nav_menu( 'Footer links' );
		$this->assertSame( array( $second ), $this->found( 'winter COATS' ) );
		$this->assertCount( 1, $this->found( 'linen' ) );
		$this->assertSame( array(), $this->found( (string) ( $post + 1000 ) ) );
	}

	public function test_finds_users_who_started_a_run_or_made_a_change(): void {
		$maria = wp_insert_user( array( 'user_login' => 'maria', 'user_pass' => 'x', 'display_name' => 'María Lindqvist' ) );
		$this->assertIsInt( $maria );
		$started = $this->start_manual_run( Action::PurgeCache, $maria );
		$this->start_manual_run( Action::PurgeCache, 0 );
		wp_set_current_user( $maria );
		$this->post();
		$changed = $this->send();
		$this->log_in( 'administrator' );
		$this->assertSame( array( $changed, $started ), $this->found( 'lindqvist' ) );
	}

	public function test_finds_failed_runs_by_their_message(): void {
		$this->caller->refuse();
		$failed = $this->start_manual_run( Action::Rebuild, 0 );
		$this->start_manual_run( Action::Rebuild, 0 );
		$message = $this->rest( 'GET', self::API . "/runs/$failed" )->get_data()['message'];
		$this->assertNotSame( '', $message );
		$this->assertSame( array( $failed ), $this->found( mb_substr( $message, 0, 20 ) ) );
	}

	public function test_only_users_who_may_manage_can_search(): void {
		foreach ( array( 'editor' => 403, 'author' => 403, 'administrator' => 200 ) as $role => $status ) {
			$this->log_in( $role );
			$this->assertSame( $status, $this->rest( 'GET', self::API . '/runs', array( 'search' => 'hello' ) )->get_status(), $role );
			$this->assertSame( 200, $this->rest( 'GET', self::API . '/runs', array( 'search' => ' ' ) )->get_status(), $role );
		}
	}

	public function test_searches_the_newest_runs_and_returns_since_when(): void {
		$search = static function ( int $runs, int $changes ): array {
			$search = new Search( 'hello', $runs, $changes );
			$ids    = array_column( ( new Run_Log() )->page( 20, 1, new Run_Filter( search: $search ) ), 'id' );
			return array( array_map( intval( ... ), $ids ), $search->since() );
		};
		$runs = array();
		foreach ( range( 1, 3 ) as $number ) {
			$this->post( array( 'post_title' => "Hello $number" ) );
			$runs[] = array( $this->send(), $this->clock->now );
			$this->clock->pass( 60_000 );
		}
		$this->assertSame( array( array( $runs[2][0], $runs[1][0], $runs[0][0] ), null ), $search( 20, 20 ) );
		$this->assertSame( array( array( $runs[2][0] ), $runs[1][1] ), $search( 1, 20 ) );
		list( $found, $since ) = $search( 20, 2 );
		$this->assertSame( $runs[2][0], $found[0] );
		$this->assertNotContains( $runs[0][0], $found );
		$this->assertNotNull( $since );
	}

	public function test_the_header_says_since_when_runs_were_searched(): void {
		$row = "(1, 'production', 'build', 'rebuild', {$this->clock->now}, 1, '[]', 0, 'automatic', 0)";
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 1, array() ) ) );
		$this->send();
		$header = fn(): ?string => $this->rest( 'GET', self::API . '/runs', array( 'search' => 'hello' ) )->get_headers()['X-Headless-Deploy-Searched-Since'] ?? null;
		$this->assertNull( $header() );
		global $wpdb;
		foreach ( array_chunk( array_fill( 0, Search_Reasons::MAX_ROWS, $row ), 1000 ) as $rows ) {
			$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, manual, cause, user_id) VALUES " . implode( ', ', $rows ) );
		}
		$this->assertSame( Iso_Time::of( $this->clock->now ), $header() );
	}

	public function test_finds_words_of_the_hosts_response(): void {
		$this->caller->refuse();
		$failed = $this->start_manual_run( Action::Rebuild, 0 );
		$this->assertSame( array( $failed ), $this->found( 'out of ORDER' ) );
	}

	public function test_many_matching_titles_cost_no_more_than_one(): void {
		array_map( fn( int $n ) => $this->post( array( 'post_title' => "Hello $n" ) ), range( 1, 5 ) );
		$this->send();
		$statements = $this->queries( fn() => $this->assertCount( 1, $this->found( 'hello' ) ) );
		$this->assertCount( 2, preg_grep( '/headless_deploy_changes\s+WHERE blog_id/', $statements ), 'One statement for the oldest change, one for the rows.' );
		$this->assertSame( array(), preg_grep( '/reasons (?:LIKE|REGEXP)/', $statements ) );
	}

	public function test_does_not_find_titles_of_posts_that_the_user_may_not_read(): void {
		$this->post( array( 'post_title' => 'Secret merger', 'post_status' => 'publish' ) );
		$id = $this->send();
		$this->assertSame( array( $id ), $this->found( 'merger' ) );
		$post = get_posts( array( 'title' => 'Secret merger' ) )[0];
		wp_update_post( array( 'ID' => $post->ID, 'post_status' => 'private' ) );
		$this->log_in( 'author' );
		add_filter( 'user_has_cap', static fn( array $all ): array => array( Capabilities::MANAGE => true ) + $all, 20 );
		$this->assertSame( array(), $this->found( 'merger' ) );
		$this->assertSame( array(), $this->found( 'secret' ) );
		$this->log_in( 'editor' );
		$this->assertContains( $id, $this->found( 'merger' ) );
	}

	public function test_treats_wildcards_as_text(): void {
		$this->post( array( 'post_title' => 'Hello' ) );
		$this->send();
		$this->assertSame( array(), $this->found( '%' ) );
		$this->assertSame( array(), $this->found( 'H_llo' ) );
		$this->assertSame( array(), $this->found( "' OR 1=1 -- " ) );
		$this->assertSame( array(), $this->found( '"}' ) );
		$this->assertSame( array(), $this->found( 'run_id' ) );
	}

	public function test_combines_with_other_filters_and_reduces_the_total(): void {
		$this->post( array( 'post_title' => 'Linen shirt' ) );
		$this->caller->refuse();
		$failed = $this->send();
		$again  = $this->start_manual_run( Action::CleanRebuild, 0 );
		$answer = $this->rest( 'GET', self::API . '/runs', array( 'search' => 'linen', 'per_page' => 1 ) );
		$this->assertSame( '2', $answer->get_headers()['X-WP-Total'] );
		$this->assertSame( array( $failed ), $this->found( 'linen', array( 'status' => 'failed' ) ) );
		$this->assertSame( array( $again ), $this->found( 'linen', array( 'action' => 'cleanRebuild' ) ) );
	}

	public function test_a_blank_search_finds_all_and_a_long_one_is_refused(): void {
		$id = $this->start_manual_run( Action::Rebuild, 0 );
		$this->assertSame( array( $id ), $this->found( '  ' ) );
		$this->assertSame( 400, $this->rest( 'GET', self::API . '/runs', array( 'search' => str_repeat( 'a', Search::MAX_LENGTH + 1 ) ) )->get_status() );
		$this->assertSame( 400, $this->rest( 'GET', self::API . '/runs', array( 'search' => array( 'a' ) ) )->get_status() );
	}

	public function test_does_not_search_the_runs_of_another_site(): void {
		global $wpdb;
		$this->post( array( 'post_title' => 'Linen shirt' ) );
		$id = $this->send();
		$wpdb->update( $wpdb->headless_deploy_runs, array( 'blog_id' => 2 ), array( 'id' => $id ) );
		$this->assertSame( array(), $this->found( 'linen' ) );
	}

	public static function words_of_statuses(): array {
		return array(
			'being sent'                     => array( 'sending', '', Run_Status::Sending ),
			'waiting for a retry'            => array( 'retrying', '', Run_Status::Retrying ),
			'accepted'                       => array( 'accepted', '', Run_Status::Accepted ),
			'building'                       => array( 'accepted', 'building', Run_Status::Building ),
			'live'                           => array( 'accepted', 'live', Run_Status::Live ),
			'a failed build'                 => array( 'accepted', 'failed', Run_Status::Failed ),
			'a failed call'                  => array( 'failed', '', Run_Status::Failed ),
			'a failed call that was tracked' => array( 'failed', 'building', Run_Status::Failed ),
			'canceled'                       => array( 'canceled', '', Run_Status::Canceled ),
		);
	}

	#[DataProvider( 'words_of_statuses' )]
	public function test_finds_runs_by_the_status_that_is_shown( string $queue, string $tracked, Run_Status $expected ): void {
		global $wpdb;
		$id = $this->start_manual_run( Action::Rebuild, 0 );
		$wpdb->update( $wpdb->headless_deploy_runs, array( 'status' => $queue, 'tracked_status' => $tracked ), array( 'id' => $id ) );
		$this->assertSame( $expected->value, $this->rest( 'GET', self::API . "/runs/$id" )->get_data()['status'] );
		foreach ( Run_Status::logged() as $status ) {
			$list = $this->rest( 'GET', self::API . '/runs', compact( 'status' ) )->get_data()['runs'];
			$this->assertCount( $expected->value === $status ? 1 : 0, $list, $status );
		}
	}

	public function test_finds_runs_with_one_of_several_statuses(): void {
		$id   = $this->start_manual_run( Action::Rebuild, 0 );
		$list = fn( string $status ): array => array_column( $this->rest( 'GET', self::API . '/runs', compact( 'status' ) )->get_data()['runs'], 'id' );
		$this->assertSame( array( array( $id ), array() ), array( $list( 'live,accepted' ), $list( 'live,failed' ) ) );
	}

	private function send(): int {
		do_action( 'shutdown' );
		$id = $this->start_manual_run( Action::Rebuild, 0 );
		$this->assertIsInt( $id );
		return $id;
	}

	/**
	 * @param  array<string, string> $more
	 * @return list<int>
	 */
	private function found( string $search_text, array $more = array() ): array {
		return array_column( $this->rest( 'GET', self::API . '/runs', array( 'search' => $search_text ) + $more )->get_data()['runs'], 'id' );
	}
}
