<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class ReasonsTest extends Wp_Test_Case {
	private const AT = 1_795_262_400_000;

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	public static function sentences(): array {
		$change = static fn( string $event, string $type, string $name = '', string $subtype = '' ): Change => new Change( 'any', $event, $type, 0, $subtype, 0, $name );
		return array(
			'a known option'       => array( $change( 'changed', Change::OPTION, 'blogname' ), 'Site title changed' ),
			'an unknown option'    => array( $change( 'changed', Change::OPTION, 'my_banner' ), 'Option “my_banner” changed' ),
			'another theme'        => array( $change( 'switched', Change::THEME, 'Twenty Ten' ), 'Theme switched to “Twenty Ten”' ),
			'a newer theme'        => array( $change( 'updated', Change::THEME, 'Twenty Ten' ), 'Theme “Twenty Ten” updated' ),
			'the theme\'s own'     => array( $change( 'changed', Change::THEME ), 'Theme settings changed' ),
			'styles'               => array( $change( 'changed', Change::STYLES ), 'Styles changed' ),
			'places of menus'      => array( $change( 'changed', Change::LOCATIONS ), 'Menu locations changed' ),
			'an unknown menu'      => array( $change( 'changed', Change::MENU ), 'Menu changed' ),
			'an option page'       => array( $change( 'changed', Change::ACF, 'Footer' ), 'Option page “Footer” changed' ),
			'one without a name'   => array( $change( 'changed', Change::ACF ), 'Option page changed' ),
			'a request'            => array( $change( 'requested', Change::REQUEST, 'Import finished' ), 'Requested: Import finished' ),
			'one without reason'   => array( $change( 'requested', Change::REQUEST ), 'Requested by another plugin' ),
			'missed changes'       => array( $change( 'requested', Change::MISSED ), 'Changes were not recorded while the settings were outdated' ),
			'a deleted term'       => array( $change( 'deleted', Change::TERM, 'News', 'category' ), 'Category “News” deleted' ),
			'a deleted template'   => array( $change( 'deleted', Change::POST, 'Single', 'wp_template' ), 'Template “Single” deleted' ),
			'a deleted author'     => array( $change( 'deleted', Change::USER ), 'Author deleted' ),
			'a deleted comment'    => array( $change( 'deleted', Change::COMMENT ), 'Comment deleted' ),
			'a kind of the future' => array( $change( 'changed', 'weather' ), 'Content changed' ),
		);
	}

	#[DataProvider( 'sentences' )]
	public function test_each_kind_of_change_has_a_sentence( Change $change, string $expected ): void {
		$this->assertSame( $expected, $this->texts( $change )[0] );
	}

	public function test_a_sentence_names_the_kind_the_title_and_the_user(): void {
		$page   = $this->post( array( 'post_type' => 'page', 'post_title' => 'Tom & Jerry' ) );
		$reason = ( new Reasons() )->render( $this->stored( new Change( 'content', Change::PUBLISHED, Change::POST, $page, 'page', get_current_user_id() ) ) )[0];
		$this->assertSame( 'Page “Tom & Jerry” published', $reason->text );
		$this->assertSame( wp_get_current_user()->display_name, $reason->user_name );
		$this->assertStringContainsString( "post=$page", $reason->link );
	}

	public function test_terms_and_menus_are_named_and_linked(): void {
		$term = wp_insert_term( 'Tom &amp; Jerry', 'category' );
		$menu = (int) wp_create_nav_menu( 'Main' );
		$this->assertIsArray( $term );
		$reasons = ( new Reasons() )->render(
			$this->stored(
				new Change( 'terms', Change::CREATED, Change::TERM, $term['term_id'], 'category', 0 ),
				new Change( 'menus', Change::CHANGED, Change::MENU, $menu, 'nav_menu', 0 ),
			),
		);
		$this->assertSame( array( 'Category “Tom & Jerry” added', 'Menu “Main” changed' ), array_column( $reasons, 'text' ) );
		$this->assertStringContainsString( 'tag_ID=' . $term['term_id'], $reasons[0]->link );
		$this->assertStringContainsString( "menu=$menu", $reasons[1]->link );
	}

	public function test_shows_edit_links_only_to_users_who_may_edit(): void {
		$menu = (int) wp_create_nav_menu( 'Main' );
		$css  = $this->post( array( 'post_type' => 'wp_template', 'post_title' => 'Single' ) );
		wp_set_current_user( $this->user( 'author' ) );
		$reasons = ( new Reasons() )->render(
			$this->stored(
				new Change( 'menus', Change::CHANGED, Change::MENU, $menu, 'nav_menu', 0 ),
				new Change( 'templates', Change::CHANGED, Change::POST, $css, 'wp_template', 0 ),
			),
		);
		$this->assertSame( array( '', '' ), array_column( $reasons, 'link' ) );
	}

	public function test_shows_titles_only_to_users_who_may_read_the_post(): void {
		$id     = $this->post( array( 'post_title' => 'Secret plans', 'post_status' => 'private' ) );
		$change = new Change( 'content', Change::UNPUBLISHED, Change::POST, $id, 'post', get_current_user_id() );
		$this->assertSame( array( 'Post “Secret plans” unpublished' ), $this->texts( $change ) );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertSame( array( 'Post unpublished' ), $this->texts( $change ) );
	}

	public function test_does_not_name_terms_of_a_private_taxonomy(): void {
		register_taxonomy( 'secret', 'post', array( 'public' => false, 'labels' => array( 'singular_name' => 'Secret' ) ) );
		$term = wp_insert_term( 'Plans', 'secret' );
		$this->assertIsArray( $term );
		$texts = $this->texts( new Change( 'terms', Change::CHANGED, Change::TERM, $term['term_id'], 'secret', 0 ) );
		unregister_taxonomy( 'secret' );
		$this->assertSame( array( 'Secret changed' ), $texts );
	}

	public function test_describes_deleted_and_damaged_subjects_without_a_name(): void {
		$rows = array(
			'[{"event":"updated","type":"post","subtype":"post","id":999999},{"event":"changed","type":"term","subtype":"nonsense","id":999999}]',
			'[{"event":["x"],"type":7,"subtype":null,"id":"x","user":{},"at":"x","name":[]}, 7, null]',
			'nonsense',
			'',
		);
		$this->assertSame( array( 'Post updated', 'Term changed', 'Content changed' ), array_column( ( new Reasons() )->render( array_merge( ...array_map( Stored_Reason::list_of( ... ), $rows ) ) ), 'text' ) );
	}

	public function test_twenty_reasons_cost_a_query_for_each_kind_of_thing(): void {
		$changes = array();
		for ( $number = 1; $number <= 7; $number++ ) {
			$term = wp_insert_term( "Term $number", 'category' );
			$this->assertIsArray( $term );
			$changes[] = new Change( 'terms', Change::CHANGED, Change::TERM, $term['term_id'], 'category', 0 );
			$changes[] = new Change( 'menus', Change::CHANGED, Change::MENU, (int) wp_create_nav_menu( "Menu $number" ), 'nav_menu', 0 );
			$changes[] = new Change( 'content', Change::UPDATED, Change::POST, $this->post(), 'post', $this->user( 'editor' ) );
		}
		// Those that are gone must not be looked for one by one.
		$changes[] = new Change( 'content', Change::UPDATED, Change::POST, 999_998, 'post', 0 );
		$changes[] = new Change( 'terms', Change::CHANGED, Change::TERM, 999_999, 'category', 0 );
		$stored    = $this->stored( ...$changes );
		wp_cache_flush();
		wp_load_alloptions();
		current_user_can( 'edit_others_posts' );
		$queries = $this->queries( fn() => $this->assertCount( 20, ( new Reasons() )->render( $stored ) ) );
		$this->assertCount( 4, $queries, implode( "\n", $queries ) );
	}

	/**
	 * @return list<string>
	 */
	private function texts( Change ...$changes ): array {
		return array_column( ( new Reasons() )->render( $this->stored( ...$changes ) ), 'text' );
	}

	/**
	 * @return list<Stored_Reason>
	 */
	private function stored( Change ...$changes ): array {
		return array_map( static fn( Change $change ): Stored_Reason => $change->to_reason( self::AT ), array_values( $changes ) );
	}
}
