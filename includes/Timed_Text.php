<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * A translated text that may count time. A response must stay the same while the status is the same, so `%s` stands for
 * the time, which the browser (src/live/labels/timed-text.ts) or the printed page (`Time_Format`) fills in. Only a
 * text without names and titles may count: these could contain a placeholder.
 */
final class Timed_Text {
	/**
	 * @param ''|'until'|'since'|'at'|'clock' $key
	 * @param int                             $ms  Milliseconds since 1970; 0 without a key.
	 */
	private function __construct(
		public readonly string $text,
		public readonly string $key = '',
		public readonly int $ms = 0,
	) {}

	public static function plain( string $text ): self {
		return new self( $text );
	}

	/**
	 * `%s` reads “8 s”, the time that is left.
	 */
	public static function until( string $text, int $ms ): self {
		return new self( $text, 'until', $ms );
	}

	/**
	 * `%s` reads “1 min 12 s”, the time that has passed.
	 */
	public static function since( string $text, int $ms ): self {
		return new self( $text, 'since', $ms );
	}

	/**
	 * `%s` reads “40 s ago”.
	 */
	public static function at( string $text, int $ms ): self {
		return new self( $text, 'at', $ms );
	}

	/**
	 * `%s` reads “14:02”, with the date if it was not today.
	 */
	public static function clock( string $text, int $ms ): self {
		return new self( $text, 'clock', $ms );
	}

	/**
	 * Returns the same inside another text, where `%s` stands for this one.
	 */
	public function within( string $text ): self {
		return new self( sprintf( $text, $this->text ), $this->key, $this->ms );
	}

	/**
	 * @return array{text: string, until?: string, since?: string, at?: string, clock?: string}
	 */
	public function to_array(): array {
		$text = array( 'text' => $this->text );
		return match ( $this->key ) {
			'until' => $text + array( 'until' => Iso_Time::of( $this->ms ) ),
			'since' => $text + array( 'since' => Iso_Time::of( $this->ms ) ),
			'at'    => $text + array( 'at' => Iso_Time::of( $this->ms ) ),
			'clock' => $text + array( 'clock' => Iso_Time::of( $this->ms ) ),
			default => $text,
		};
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			text: Json_Schema::text( '`%s` stands for the time, if one of the following is set.' ),
			until: Json_Schema::time( '“8 s”, the time that is left.' ),
			since: Json_Schema::time( '“1 min 12 s”, the time that has passed.' ),
			at: Json_Schema::time( '“40 s ago”.' ),
			clock: Json_Schema::time( '“14:02”, with the date if it was not today.' ),
		)->optional( 'until', 'since', 'at', 'clock' )->named( 'timed-text' );
	}
}
