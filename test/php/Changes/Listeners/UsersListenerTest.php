<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class UsersListenerTest extends Changes_Test_Case {
	/**
	 * @param array<string, string> $fields
	 */
	#[DataProvider( 'visible_fields' )]
	public function test_records_an_author_who_looks_different( array $fields ): void {
		$id = $this->author();
		$this->watch( 'authors' );
		wp_update_user( array( 'ID' => $id ) + $fields );
		$name = $fields['display_name'] ?? 'Ada';
		$this->assertSame( array( "Author “{$name}” updated" ), $this->recorded() );
	}

	public static function visible_fields(): array {
		return array(
			'name'        => array( array( 'display_name' => 'Ada King' ) ),
			'slug'        => array( array( 'user_nicename' => 'ada-king' ) ),
			'website'     => array( array( 'user_url' => 'https://ada.example' ) ),
			'picture'     => array( array( 'user_email' => 'ada-king@example.org' ) ),
			'description' => array( array( 'description' => 'Writes programs.' ) ),
			'nickname'    => array( array( 'nickname' => 'countess' ) ),
		);
	}

	public function test_ignores_what_no_visitor_sees_of_a_user(): void {
		$id = $this->author();
		$this->watch_with_refresh( 'authors' );
		$steps = array(
			'save'        => static fn() => wp_update_user( array( 'ID' => $id, 'display_name' => 'Ada', 'description' => '' ) ),
			'password'    => static fn() => wp_update_user( array( 'ID' => $id, 'user_pass' => 'another one' ) ),
			'by a plugin' => static fn() => wp_set_password( 'a third one', $id ),
			'reset'       => static fn() => get_password_reset_key( get_userdata( $id ) ),
			'session'     => static fn() => \WP_Session_Tokens::get_instance( $id )->create( time() + 60 ),
			'WooCommerce' => static fn() => update_user_meta( $id, 'billing_city', 'London' ),
			'screen'      => static fn() => update_user_meta( $id, 'closedpostboxes_post', array( 'x' ) ),
			'preferences' => static fn() => update_user_meta( $id, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences', array( 'core' => array( 'x' => 1 ) ) ),
			// As add_user_to_blog() does.
			'site' => static fn() => array( do_action( 'add_user_to_blog', $id, 'author', 1 ), clean_user_cache( $id ) ),
		);
		foreach ( $steps as $name => $step ) {
			$step();
			$this->assertSame( array(), $this->recorded(), $name );
			$this->forget();
		}
	}

	public function test_records_a_changed_slug_as_all_pages_where_permalinks_contain_the_author(): void {
		$id = $this->author();
		$this->watch( 'authors' );
		wp_update_user( array( 'ID' => $id, 'user_nicename' => 'ada-1' ) );
		$this->assertArrayNotHasKey( 'all', $this->reasons_for( 'rebuild' )[0] );
		$this->forget();
		$GLOBALS['wp_rewrite']->set_permalink_structure( '/%author%/%postname%/' );
		wp_update_user( array( 'ID' => $id, 'user_nicename' => 'ada-2' ) );
		wp_update_user( array( 'ID' => $id, 'display_name' => 'Ada King' ) );
		$this->assertSame( array( 1 ), array_column( $this->reasons_for_authors( 'rebuild' ), 'all' ) );
	}

	public function test_records_meta_that_is_visible_over_rest_and_a_picture_of_a_plugin(): void {
		$id = $this->author();
		register_meta( 'user', 'job', array( 'type' => 'string', 'single' => true, 'show_in_rest' => true ) );
		$this->watch( 'authors' );
		foreach ( array( 'job', 'simple_local_avatar', $GLOBALS['wpdb']->get_blog_prefix() . 'user_avatar' ) as $key ) {
			update_user_meta( $id, $key, '7' );
			$this->assertSame( array( 'Author “Ada” updated' ), $this->recorded(), $key );
			$this->forget();
		}
		delete_user_meta( $id, 'simple_local_avatar' );
		$this->assertSame( array( 'Author “Ada” updated' ), $this->recorded() );
		$this->forget();
		delete_metadata( 'user', 0, 'job', '', true );
		unregister_meta_key( 'user', 'job' );
		$this->assertSame( array( 'Author “Ada” updated' ), $this->recorded(), 'A field that is deleted for all users.' );
	}

	public function test_the_number_of_a_stored_text_is_no_other_value(): void {
		$id = $this->author();
		update_user_meta( $id, 'wp_user_avatar', '6' );
		$this->watch( 'authors' );
		update_user_meta( $id, 'wp_user_avatar', 6 );
		$this->assertSame( array(), $this->recorded() );
		update_user_meta( $id, 'wp_user_avatar', 7 );
		$this->assertSame( array( 'Author “Ada” updated' ), $this->recorded() );
	}

	public function test_records_fields_of_advanced_custom_fields(): void {
		$id = $this->author();
		$this->watch( 'authors' );
		update_user_meta( $id, 'office', '12' );
		do_action( 'acf/save_post', "user_$id" );
		$this->assertSame( array( 'Author “Ada” updated' ), $this->recorded() );
		$this->forget();
		do_action( 'acf/save_post', "user_$id" );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_tells_only_refreshes_of_customers_and_of_new_authors(): void {
		$customer = $this->user( 'subscriber' );
		$this->watch_with_refresh( 'authors' );
		wp_update_user( array( 'ID' => $customer, 'display_name' => 'Customer' ) );
		$author = wp_insert_user( array( 'user_login' => 'new', 'user_pass' => 'x', 'role' => 'author', 'description' => 'New.' ) );
		wp_insert_user( array( 'user_login' => 'buyer', 'user_pass' => 'x', 'role' => 'subscriber' ) );
		$this->assertSame( array( array( 'updated', $customer ), array( 'created', $author ) ), array_map( static fn( array $reason ): array => array( $reason['event'], $reason['id'] ), $this->reasons_for_authors( 'refresh' ) ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_the_policy_decides_on_posts_that_another_author_gets(): void {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$new = $this->author();
		$old = $this->user( 'editor' );
		$this->post( array( 'post_author' => $old ) );
		$this->watch( 'authors' );
		is_multisite() ? remove_user_from_blog( $old, get_current_blog_id(), $new ) : wp_delete_user( $old, $new );
		$this->assertSame( array( array( 'event' => 'deleted', 'type' => 'user', 'subtype' => '', 'id' => $old ) + ( is_multisite() ? array( 'all' => 1 ) : array() ) ), $this->reasons_for( 'rebuild' ) );
	}

	public function test_records_posts_of_a_user_who_leaves_the_site_of_a_network_as_all_pages(): void {
		$id = $this->author();
		$this->watch( 'authors' );
		// As remove_user_from_blog() does.
		do_action( 'remove_user_from_blog', $id, get_current_blog_id(), get_current_user_id() );
		$this->assertSame( array( array( 'event' => 'deleted', 'type' => 'user', 'subtype' => '', 'id' => $id, 'all' => 1 ) ), $this->reasons_for( 'rebuild' ) );
	}

	public function test_another_role_is_for_refreshes_only(): void {
		$id = $this->author();
		$this->watch_with_refresh( 'authors' );
		( new \WP_User( $id ) )->set_role( 'editor' );
		$this->assertSame( array( $id ), array_column( $this->reasons_for( 'refresh' ), 'id' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_a_deleted_user_without_posts_is_for_refreshes_only_and_has_no_name(): void {
		if ( is_multisite() ) {
			$this->markTestSkipped( 'A network removes users from sites.' );
		}
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$id = $this->author();
		$this->watch_with_refresh( 'authors' );
		wp_delete_user( $id );
		$this->assertSame( array( 'Author deleted' ), $this->recorded() );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_tells_refreshes_of_a_user_that_another_plugin_wrote_by_sql(): void {
		global $wpdb;
		$id = $this->author();
		$this->watch_with_refresh( 'authors' );
		$wpdb->update( $wpdb->users, array( 'display_name' => 'Other' ), array( 'ID' => $id ) );
		clean_user_cache( $id );
		$this->assertSame( array( array( 'event' => 'updated', 'type' => 'user', 'subtype' => '', 'id' => $id ) ), $this->reasons_for( 'refresh' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_saving_a_profile_costs_one_insert_and_no_read(): void {
		$id     = $this->author();
		$number = 0;
		$save   = static function () use ( $id, &$number ): void {
			wp_update_user( array( 'ID' => $id, 'display_name' => 'Ada ' . ++$number, 'description' => "Text $number" ) );
		};
		$this->stop_plugin();
		$this->queries_of_request( $save );
		$bare = $this->queries_of_request( $save );
		$this->watch( 'authors' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries_of_request( $save ) );
	}

	public function test_finds_the_change_by_the_name_of_the_author(): void {
		$id = $this->author();
		$this->watch( 'authors' );
		update_user_meta( $id, 'description', 'x' );
		do_action( 'shutdown' );
		$reason = Stored_Reason::list_of( $this->rows()[0] );
		$this->assertArrayHasKey( "user $id", ( new \HeadlessDeploy\Runs\Search_Subjects( 'Ada' ) )->subject_keys( $reason ) );
		$this->assertSame( array(), ( new \HeadlessDeploy\Runs\Search_Subjects( 'Bob' ) )->subject_keys( $reason ) );
	}

	public function test_accepts_hooks_of_other_plugins_with_missing_arguments(): void {
		$this->watch_with_refresh( 'authors' );
		$this->assertNull( apply_filters( 'wp_pre_insert_user_data', null, true, 'x' ) );
		do_action( 'profile_update', 4711, null );
		do_action( 'user_register', null );
		do_action( 'set_user_role', 1, null );
		do_action( 'deleted_user', array() );
		do_action( 'updated_user_meta', 1, 'x', array() );
		do_action( 'delete_user_meta', 'x', 0, 'description' );
		do_action( 'acf/save_post', array() );
		do_action( 'clean_user_cache', null );
		$this->assertSame( array(), $this->recorded() );
	}

	private function author(): int {
		$id = $this->user( 'author' );
		wp_update_user( array( 'ID' => $id, 'display_name' => 'Ada', 'nickname' => 'ada', 'description' => '' ) );
		return $id;
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	private function reasons_for_authors( string $action ): array {
		return array_values( array_filter( $this->reasons_for( $action ), static fn( array $reason ): bool => 'user' === $reason['type'] ) );
	}
}
