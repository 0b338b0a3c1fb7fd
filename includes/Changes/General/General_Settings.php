<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Changes\Listeners\Ignored_Meta;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment_Store;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use WP_Error;
use WP_Taxonomy;

/**
 * Stores which post types, taxonomies, options and meta keys trigger deployments, for all environments, and where links to posts lead.
 *
 * @phpstan-type View array{
 *   postTypes: list<string>|null,
 *   taxonomies: list<string>|null,
 *   optionNames: list<string>,
 *   ignoredMeta: list<string>,
 *   countedMeta: list<string>,
 *   links: string|null,
 *   available: array{postTypes: list<array{name: string, label: string, byDefault: bool}>, taxonomies: list<array{name: string, label: string, byDefault: bool}>, optionNames: list<array{name: string, label: string}>, ignoredMeta: list<string>, noticedMeta: list<array{key: string, text: string, starts: string}>},
 *   etag: string,
 *   lastSaved: array{by: array{id: int, name: string}, at: string}|null,
 * }
 */
final class General_Settings {
	public const MAX_NAMES       = 100;
	public const MAX_NAME_LENGTH = 191;

	public function __construct(
		private readonly Routing $routing,
		private readonly Clock $clock,
		private readonly Environment_Store $environments = new Environment_Store(),
	) {}

	/**
	 * @return View
	 */
	public function view(): array {
		$post_types = $this->routing->post_types();
		$options    = $this->routing->option_names();
		return array(
			'postTypes'   => $post_types,
			'taxonomies'  => $this->routing->taxonomies(),
			'optionNames' => $options ?? Option_Names::defaults(),
			'ignoredMeta' => $this->routing->ignored_meta(),
			'countedMeta' => $this->routing->counted_meta(),
			'links'       => $this->routing->links(),
			'available'   => array(
				'postTypes'   => $this->post_types(),
				'taxonomies'  => $this->taxonomies(),
				'optionNames' => $this->options(),
				'ignoredMeta' => array_values( array_diff( Ignored_Meta::defaults(), $this->routing->counted_meta() ) ),
				'noticedMeta' => Noticed_Meta::view( array( ...$this->routing->ignored_meta(), ...$this->routing->counted_meta() ) ),
			),
			'etag'      => Etag::of( $this->routing->general() ),
			'lastSaved' => Last_Saved::view( $this->environments->get()->general_saved ),
		);
	}

	/**
	 * Stores the fields of a body; missing fields stay unchanged.
	 *
	 * @param  array<string, mixed> $body
	 * @param  string|null          $expected The etag that the caller has seen; null or `*` for any.
	 * @return WP_Error|null        Why not, null when it is stored.
	 */
	public function save( array $body, ?string $expected = null ): ?WP_Error {
		$fields = array();
		foreach ( array( 'postTypes', 'taxonomies', 'optionNames', 'ignoredMeta', 'countedMeta' ) as $name ) {
			if ( array_key_exists( $name, $body ) ) {
				$fields[ $name ] = null === $body[ $name ] ? null : self::names( $body[ $name ] );
			}
		}
		if ( array_key_exists( 'links', $body ) ) {
			$fields['links'] = is_string( $body['links'] ) ? $body['links'] : null;
		}
		$refused = $this->refuse_environment( $fields['links'] ?? '' )
			?? $this->refuse_post_types( $fields['postTypes'] ?? array() )
			?? $this->refuse_taxonomies( $fields['taxonomies'] ?? array() )
			?? $this->refuse_options( $fields['optionNames'] ?? array() )
			?? $this->refuse_meta_keys( $fields['ignoredMeta'] ?? array() )
			?? $this->refuse_meta_keys( $fields['countedMeta'] ?? array() );
		if ( null !== $refused ) {
			return $refused;
		}
		$is_stale = false;
		$before   = '';
		$is_saved = $this->routing->save_general(
			$fields,
			static function ( array $stored ) use ( $expected, &$is_stale, &$before ): bool {
				$before   = Etag::of( $stored );
				$is_stale = ! Etag::is_expected( $before, $expected );
				return ! $is_stale;
			},
		);
		if ( $is_stale ) {
			return Errors::make( 'headless_deploy_edit_conflict', label: __( 'General settings', 'headless-deploy' ) );
		}
		if ( $is_saved && Etag::of( $this->routing->general() ) !== $before ) {
			$this->save_last_saved();
		}
		return $is_saved ? null : Errors::make( 'headless_deploy_not_saved' );
	}

	private function save_last_saved(): void {
		$saved = Last_Saved::now( $this->clock->now_ms() );
		$this->environments->change( static fn( Stored_Environments $stored ): Stored_Environments => $stored->with( general_saved: $saved ) );
	}

	/**
	 * @return list<string>
	 */
	private static function names( mixed $names ): array {
		$texts = array_filter( is_array( $names ) ? $names : array(), is_string( ... ) );
		return array_values( array_unique( array_map( trim( ... ), $texts ) ) );
	}

	/**
	 * Rejects an unknown post type. One that was chosen before stays valid while its plugin is inactive.
	 *
	 * @param list<string> $names
	 */
	private function refuse_post_types( array $names ): ?WP_Error {
		$known = array_merge( array_column( Watched_Types::selectable(), 'name' ), $this->routing->post_types() ?? array() );
		foreach ( array_diff( $names, $known ) as $name ) {
			return Errors::make(
				'headless_deploy_post_type_unknown',
				name: self::shortened( $name ),
				known: implode( ', ', array_column( Watched_Types::selectable(), 'name' ) ),
			);
		}
		return null;
	}

	/**
	 * Rejects an unknown taxonomy. One that was chosen before stays valid while its plugin is inactive.
	 *
	 * @param list<string> $names
	 */
	private function refuse_taxonomies( array $names ): ?WP_Error {
		$known = array_column( Watched_Taxonomies::all(), 'name' );
		foreach ( array_diff( $names, $known, $this->routing->taxonomies() ?? array() ) as $name ) {
			return Errors::make( 'headless_deploy_taxonomy_unknown', name: self::shortened( $name ), known: implode( ', ', $known ) );
		}
		return null;
	}

	/**
	 * Rejects an environment to which links cannot lead.
	 */
	private function refuse_environment( string $id ): ?WP_Error {
		return '' === $id || isset( $this->routing->front_ends()[ $id ] )
			? null
			: Errors::make( 'headless_deploy_links_environment_unknown', name: self::shortened( $id ) );
	}

	/**
	 * @param list<string> $names
	 */
	private function refuse_options( array $names ): ?WP_Error {
		foreach ( $names as $name ) {
			if ( '' === trim( $name, '*' ) || 1 === preg_match( '/[\p{C}\s]/u', $name ) ) {
				return Errors::make( 'headless_deploy_option_name_invalid', name: self::shortened( $name ) );
			}
			if ( ! Option_Names::is_selectable( $name ) ) {
				return Errors::make( 'headless_deploy_option_refused', name: self::shortened( $name ) );
			}
		}
		return null;
	}

	/**
	 * @param list<string> $keys Keys; an asterisk at the end matches any characters.
	 */
	private function refuse_meta_keys( array $keys ): ?WP_Error {
		foreach ( $keys as $key ) {
			if ( '' === trim( $key, '*' ) || 1 === preg_match( '/[\p{C}\s]/u', $key ) ) {
				return Errors::make( 'headless_deploy_meta_key_invalid', name: self::shortened( $key ) );
			}
		}
		return null;
	}

	private static function shortened( string $name ): string {
		return mb_substr( $name, 0, 64 );
	}

	/**
	 * @return list<array{name: string, label: string, byDefault: bool}>
	 */
	private function post_types(): array {
		$list = array();
		foreach ( Watched_Types::selectable() as $type ) {
			$list[] = array(
				'name'      => $type->name,
				'label'     => (string) $type->labels->name,
				'byDefault' => Watched_Types::is_default( $type->name ),
			);
		}
		return $list;
	}

	/**
	 * @return list<array{name: string, label: string, byDefault: bool}>
	 */
	private function taxonomies(): array {
		return array_map(
			static fn( WP_Taxonomy $taxonomy ): array => array(
				'name'      => $taxonomy->name,
				'label'     => (string) $taxonomy->labels->name,
				'byDefault' => is_taxonomy_viewable( $taxonomy ),
			),
			Watched_Taxonomies::all(),
		);
	}

	/**
	 * @return list<array{name: string, label: string}>
	 */
	private function options(): array {
		$list = array();
		foreach ( Option_Names::defaults() as $name ) {
			$list[] = array(
				'name'  => $name,
				'label' => Option_Names::label( $name ),
			);
		}
		return $list;
	}
}
