<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PhpToken;
use RuntimeException;

/**
 * Changes one class of the plugin for one process, which loads a changed copy. The file itself stays unchanged.
 *
 * Code is found by class, method and as few words as tell it apart. Line breaks, spaces, comments, trailing commas and
 * texts that are joined with a dot make no difference, so a mutation does not depend on how the code is formatted.
 */
final class Mutation {
	public const MODEL = 'ModelTest';

	/**
	 * What is left out when code is compared. The rest is one character each.
	 */
	private const IGNORED = '/\'\s*\.\s*\'|"\s*\.\s*"|,(?=\s*[)\]])|\s+|(.)/su';

	/**
	 * @var list<array{place: string, search: string, replacement: string}>
	 */
	private array $edits;

	/**
	 * @param string $place       `Class::method` or `Class::CONSTANT`.
	 * @param string $search      Code that occurs there exactly once.
	 * @param string $replacement What the process runs instead.
	 * @param string $finder      Test that must fail, for `phpunit --filter`.
	 */
	public function __construct(
		string $place,
		string $search,
		string $replacement,
		public readonly string $finder = self::MODEL,
	) {
		$this->edits = array( compact( 'place', 'search', 'replacement' ) );
	}

	/**
	 * Adds a change at another place of the same class.
	 */
	public function and( string $place, string $search, string $replacement ): self {
		$mutation          = clone $this;
		$mutation->edits[] = compact( 'place', 'search', 'replacement' );
		return $mutation;
	}

	public function apply( string $folder ): void {
		$path = $this->path();
		$copy = $folder . '/' . basename( $path );
		file_put_contents( $copy, $this->broken() );
		self::load( substr( $path, strlen( self::plugin() . '/' ), -strlen( '.php' ) ), $copy );
	}

	/**
	 * Loads a changed copy in place of a file of the plugin.
	 *
	 * @param string $file Path below includes/ without `.php`, which is also the class name.
	 */
	public static function load( string $file, string $copy ): void {
		$class = 'HeadlessDeploy\\' . str_replace( '/', '\\', $file );
		spl_autoload_register(
			static function ( string $class_name ) use ( $class, $copy ): void {
				if ( $class_name === $class ) {
					require_once $copy;
				}
			},
			true,
			true,
		);
	}

	/**
	 * Returns the changed file.
	 *
	 * @throws RuntimeException When the class, the method or the code is not there.
	 */
	public function broken(): string {
		$code = (string) file_get_contents( $this->path() );
		foreach ( $this->edits as $edit ) {
			$code = self::edit( $code, $edit['place'], $edit['search'], $edit['replacement'] );
		}
		return $code;
	}

	private static function plugin(): string {
		return dirname( __DIR__, 3 ) . '/includes';
	}

	/**
	 * Returns the file of the class, whose folder may change.
	 */
	private function path(): string {
		$class = explode( '::', $this->edits[0]['place'] )[0];
		$paths = array( ...(array) glob( self::plugin() . "/$class.php" ), ...(array) glob( self::plugin() . "/*/$class.php" ), ...(array) glob( self::plugin() . "/*/*/$class.php" ) );
		return 1 === count( $paths ) ? (string) $paths[0] : throw new RuntimeException( "includes has the class $class " . count( $paths ) . ' times, not once.' );
	}

	private static function edit( string $code, string $place, string $search, string $replacement ): string {
		list( $from, $to ) = self::member( $code, explode( '::', "$place::" )[1] ) ?? throw new RuntimeException( "There is no $place." );
		list( $text, $at ) = self::without_layout( substr( self::without_comments( $code ), $from, $to - $from ) );
		list( $words )     = self::without_layout( $search );
		$times             = '' === $words ? 0 : substr_count( $text, $words );
		if ( 1 !== $times ) {
			throw new RuntimeException( "$place has this $times times, not once: $search" );
		}
		$start = (int) strpos( $text, $words );
		$last  = $start + strlen( $words ) - 1;
		return substr_replace( $code, $replacement, $from + $at[ $start ], $at[ $last ] + 1 - $at[ $start ] );
	}

	/**
	 * @return array{string, list<int>} The text, and the offset of each of its bytes in the code.
	 */
	private static function without_layout( string $code ): array {
		preg_match_all( self::IGNORED, $code, $matches, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL );
		$text    = '';
		$offsets = array();
		foreach ( $matches[1] as list( $character, $offset ) ) {
			if ( null !== $character ) {
				$text .= $character;
				array_push( $offsets, ...range( $offset, $offset + strlen( $character ) - 1 ) );
			}
		}
		return array( $text, $offsets );
	}

	private static function without_comments( string $code ): string {
		return implode( '', array_map( static fn( PhpToken $token ): string => $token->is( array( T_COMMENT, T_DOC_COMMENT ) ) ? str_repeat( ' ', strlen( $token->text ) ) : $token->text, PhpToken::tokenize( $code ) ) );
	}

	/**
	 * Finds a method or a constant of the class.
	 *
	 * @return array{int, int}|null Where it begins and ends.
	 */
	private static function member( string $code, string $name ): ?array {
		$depth = 0;
		$start = null;
		$last  = null;
		foreach ( PhpToken::tokenize( $code ) as $token ) {
			if ( 1 === $depth && null === $start && $token->is( T_STRING ) && $name === $token->text && $last?->is( array( T_FUNCTION, T_CONST ) ) ) {
				$start = $last->pos;
			}
			$depth += $token->is( array( '{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES ) ) ? 1 : ( $token->is( '}' ) ? -1 : 0 );
			if ( null !== $start && 1 === $depth && $token->is( array( '}', ';' ) ) ) {
				return array( $start, $token->pos + 1 );
			}
			$last = $token->isIgnorable() ? $last : $token;
		}
		return null;
	}
}
