<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Neighbours;

use Closure;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Database;
use HeadlessDeploy\Refresh\Refresh_Reader;
use RuntimeException;
use WP_Error;
use WP_Post_Type;

/**
 * What the check does inside of a request of the administrator.
 */
final class Commands {
	/**
	 * The part of a scenario that is no step.
	 */
	private const PREPARE = 'prepare';

	/**
	 * @param array<string, mixed> $arguments
	 */
	public function run( string $command, array $arguments ): mixed {
		return match ( $command ) {
			'activate'   => self::activate( (string) $arguments['plugin'] ),
			'deactivate' => deactivate_plugins( (string) $arguments['plugin'] ),
			'delete'     => self::delete( (string) $arguments['plugin'] ),
			'make_due'   => self::make_due(),
			'pages'      => self::pages(),
			'prepare'    => self::prepare( (string) $arguments['plugin'] ),
			'steps'      => array_keys( self::steps( (string) $arguments['plugin'] ) ),
			'step'       => self::steps( (string) $arguments['plugin'] )[ (string) $arguments['name'] ](),
			'tags'       => self::tags(),
			'versions'   => array( 'wordpress' => wp_get_wp_version(), 'php' => PHP_VERSION ),
			default      => throw new RuntimeException( "There is no command $command." ),
		};
	}

	private static function activate( string $plugin ): string {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$error = activate_plugin( $plugin );
		return $error instanceof WP_Error ? $error->get_error_message() . ' ' . wp_json_encode( $error->get_error_data() ) : '';
	}

	private static function delete( string $plugin ): string {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		require_once ABSPATH . 'wp-admin/includes/file.php';
		$error = delete_plugins( array( $plugin ) );
		return $error instanceof WP_Error ? $error->get_error_message() : '';
	}

	/**
	 * Makes all events of WP-Cron and all actions of Action Scheduler due.
	 *
	 * @return int How many events there are.
	 */
	private static function make_due(): int {
		global $wpdb;
		$due = array();
		foreach ( _get_cron_array() as $events ) {
			foreach ( $events as $hook => $entries ) {
				$due[ $hook ] = ( $due[ $hook ] ?? array() ) + $entries;
			}
		}
		_set_cron_array( array( time() - 60 => $due ) );
		delete_transient( 'doing_cron' );
		$actions = $wpdb->prefix . 'actionscheduler_actions';
		if ( $actions === $wpdb->get_var( "SHOW TABLES LIKE '$actions'" ) ) {
			$wpdb->query( "UPDATE $actions SET scheduled_date_gmt = '2020-01-01 00:00:00', scheduled_date_local = '2020-01-01 00:00:00' WHERE status = 'pending'" );
		}
		return count( $due );
	}

	/**
	 * Lists the pages that the post types and taxonomies have, for visitors and in wp-admin, and a nonce for the REST API.
	 *
	 * @return array{nonce: string, visits: list<string>, screens: list<string>}
	 */
	private static function pages(): array {
		$visits  = array();
		$screens = array();
		$types   = get_post_types( array( 'show_ui' => true, '_builtin' => false ), 'objects' );
		foreach ( array( get_post_type_object( 'post' ), get_post_type_object( 'page' ), ...array_values( $types ) ) as $type ) {
			$screens[] = 'post-new.php?post_type=' . $type->name;
			$screens[] = 'edit.php?post_type=' . $type->name;
			foreach ( get_posts( array( 'post_type' => $type->name, 'numberposts' => 1, 'post_status' => 'any' ) ) as $post ) {
				$screens[] = "post.php?post=$post->ID&action=edit";
			}
			if ( is_post_type_viewable( $type ) ) {
				array_push( $visits, ...self::visits_of( $type ) );
			}
		}
		foreach ( get_taxonomies( array( 'show_ui' => true ), 'objects' ) as $taxonomy ) {
			$screens[] = "edit-tags.php?taxonomy=$taxonomy->name";
			foreach ( get_terms( array( 'taxonomy' => $taxonomy->name, 'number' => 1, 'hide_empty' => false ) ) as $term ) {
				$screens[] = "term.php?taxonomy=$taxonomy->name&tag_ID=$term->term_id";
				$visits[]  = (string) get_term_link( $term );
			}
		}
		return array( 'nonce' => wp_create_nonce( 'wp_rest' ), 'visits' => array_values( array_unique( $visits ) ), 'screens' => array_values( array_unique( $screens ) ) );
	}

	/**
	 * @return list<string>
	 */
	private static function visits_of( WP_Post_Type $type ): array {
		$posts = get_posts( array( 'post_type' => $type->name, 'numberposts' => 2 ) );
		return array_values( array_filter( array( (string) get_post_type_archive_link( $type->name ), ...array_map( get_permalink( ... ), $posts ) ) ) );
	}

	/**
	 * The general steps and those of the scenario of a plugin.
	 *
	 * @param  string                                 $plugin Its folder.
	 * @return array<string, Closure(): list<string>> What each step does. It returns the changes that start a run, for example
	 *                                                `updated post 7`.
	 */
	private static function steps( string $plugin ): array {
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		return array( ...self::general_steps(), ...array_diff_key( self::scenario( $plugin ), array( self::PREPARE => true ) ) );
	}

	/**
	 * Sets the plugin up, so that visits find what it shows.
	 */
	private static function prepare( string $plugin ): void {
		$prepare = self::scenario( $plugin )[ self::PREPARE ] ?? null;
		if ( null !== $prepare ) {
			$prepare();
		}
	}

	/**
	 * @return array<string, Closure(): mixed>
	 */
	private static function scenario( string $plugin ): array {
		$file = __DIR__ . "/scenarios/$plugin.php";
		return is_file( $file ) ? require $file : array();
	}

	/**
	 * @return array<string, Closure(): list<string>>
	 */
	private static function general_steps(): array {
		$steps = array();
		foreach ( Watched_Types::all() as $type ) {
			if ( 'content' === Watched_Types::source_of( $type->name ) ) {
				$steps[ "publish a post of the type $type->name" ] = static fn(): array => self::publish_and_update( $type );
			}
		}
		foreach ( get_taxonomies( array( 'public' => true, 'show_ui' => true ) ) as $taxonomy ) {
			$steps[ "add a term of the taxonomy $taxonomy" ]  = static fn(): array => self::add_term( (string) $taxonomy );
			$steps[ "edit a term of the taxonomy $taxonomy" ] = static fn(): array => self::edit_term( (string) $taxonomy );
		}
		$steps['save a post in the classic editor']       = static fn(): array => self::edit_classic( 'Classic ' . wp_rand() );
		$steps['save the same post without a change']     = static fn(): array => self::edit_classic( (string) get_post( 1 )?->post_content );
		$steps['move a page to the Trash and restore it'] = self::trash_and_restore( ... );
		$steps['save a draft and a revision']             = self::save_draft( ... );
		$steps['change the title of the site']            = static function (): array {
			update_option( 'blogname', 'Title ' . wp_rand() );
			return array( 'changed option blogname' );
		};
		return $steps;
	}

	/**
	 * @return list<string>
	 */
	private static function publish_and_update( WP_Post_Type $type ): array {
		$id = wp_insert_post( array( 'post_type' => $type->name, 'post_title' => 'Hello', 'post_content' => 'World', 'post_status' => 'publish' ), true );
		if ( $id instanceof WP_Error && 'empty_content' === $id->get_error_code() ) {
			// A plugin takes no posts of its type from others.
			return array();
		}
		if ( $id instanceof WP_Error ) {
			throw new RuntimeException( $id->get_error_message() );
		}
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Everybody' ) );
		return Watched_Types::is_default( $type->name ) ? array( "published post $id", "updated post $id" ) : array();
	}

	/**
	 * @return list<string>
	 */
	private static function add_term( string $taxonomy ): array {
		$term = wp_insert_term( 'Term ' . wp_rand(), $taxonomy );
		if ( $term instanceof WP_Error ) {
			throw new RuntimeException( $term->get_error_message() );
		}
		return array();
	}

	/**
	 * @return list<string>
	 */
	private static function edit_term( string $taxonomy ): array {
		$terms = get_terms( array( 'taxonomy' => $taxonomy, 'hide_empty' => false, 'orderby' => 'term_id', 'order' => 'DESC', 'number' => 1, 'fields' => 'ids' ) );
		$id    = (int) current( (array) $terms );
		wp_update_term( $id, $taxonomy, array( 'name' => 'Changed ' . wp_rand() ) );
		return array( "changed term $id" );
	}

	/**
	 * @return list<string>
	 */
	private static function edit_classic( string $content ): array {
		$post  = get_post( 1 );
		$_POST = array(
			'post_ID'              => '1',
			'post_type'            => 'post',
			'action'               => 'editpost',
			'post_title'           => wp_slash( $post->post_title ),
			'content'              => wp_slash( $content ),
			'post_status'          => 'publish',
			'hidden_post_status'   => 'publish',
			'original_post_status' => 'publish',
			'user_ID'              => (string) get_current_user_id(),
			'post_author'          => $post->post_author,
			'comment_status'       => $post->comment_status,
			'ping_status'          => $post->ping_status,
		);
		edit_post();
		return $post->post_content === $content ? array() : array( 'updated post 1' );
	}

	/**
	 * @return list<string>
	 */
	private static function trash_and_restore(): array {
		$id = (int) get_page_by_path( 'sample-page' )?->ID;
		wp_trash_post( $id );
		add_filter( 'wp_untrash_post_status', 'wp_untrash_post_set_previous_status', 10, 3 );
		wp_untrash_post( $id );
		return array( "trashed post $id", "published post $id" );
	}

	/**
	 * @return list<string>
	 */
	private static function save_draft(): array {
		$id = (int) wp_insert_post( array( 'post_title' => 'Draft', 'post_status' => 'draft' ) );
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Not yet' ) );
		wp_save_post_revision( $id );
		update_post_meta( $id, 'color', 'red' );
		return array();
	}

	/**
	 * Returns what the recorded changes refresh.
	 *
	 * @return array{scope: string, tags: list<string>}
	 */
	private static function tags(): array {
		global $wpdb;
		$rows    = Database::rows( "SELECT changes, manual, reasons FROM {$wpdb->headless_deploy_changes} WHERE lane = 'refresh'" );
		$content = ( new Refresh_Reader() )->of_rows( $rows )->to_array();
		return array( 'scope' => $content['scope'], 'tags' => $content['tags'] );
	}
}
