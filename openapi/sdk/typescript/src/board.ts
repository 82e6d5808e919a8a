/** A position drawn by the server, as the viewer may know it: `${board}` shows it in a terminal, `svg` in a page. */
export class Board {
  constructor(
    readonly text: string,
    readonly svg: string,
  ) {}

  toString(): string {
    return this.text;
  }
}
