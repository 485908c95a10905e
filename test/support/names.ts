/** Names of people who sign: one of every script the service draws, and mixed ones. */
export const NAMES = {
  latin: 'Anna Müller-Østergård',
  polish: 'Łukasz Żółć',
  cyrillic: 'Александр Пушкин',
  greek: 'Γιώργος Παπαδόπουλος',
  vietnamese: 'Nguyễn Thị Hồng Ngọc',
  arabic: 'محمد عبد الله',
  vocalised: 'مُحَمَّد الطّاهِر',
  hebrew: 'יוסף כהן',
  pointed: 'שָׁלוֹם כֹּהֵן',
  thai: 'สมชาย ใจดี น้ำทิพย์',
  devanagari: 'राजेन्द्र प्रसाद हिन्दी',
  japanese: '山田 太郎 さくら カタカナ',
  chinese: '王小明（北京）',
  latinWithArabic: 'Anna Müller (محمد) 2026',
  latinWithHebrew: 'Dr. יוסף כהן, CEO',
  arabicWithLatin: 'محمد (Mohammed) 123',
  chineseWithArabic: '王 Wáng (محمد)',
} as const

/** Korean is in none of the fonts that npm installs, nor are emoji. */
export const WITHOUT_FONT = { korean: 'Kim 김철수 Q', emoji: 'Zoë 👩‍👩‍👧 🚀' } as const

/** Text as it was meant: extractors add direction marks and zero-width spaces. */
export const plain = (text: string) =>
  text.normalize('NFC').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
